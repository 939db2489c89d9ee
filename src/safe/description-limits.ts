/** Characters of a description, without images. */
export const MAX_HTML = 300_000;
/** Of a description that is shown with its styles. */
export const MAX_TAGS = 20_000;
/** Deepest nesting, as each element takes the longer the deeper it is. */
export const MAX_DEPTH = 200;
/** Characters of an image's `data:` URL. */
export const MAX_IMAGE = 100_000;
