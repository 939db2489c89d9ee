/** Hosts of images pasted from WeChat, which answer other pages' requests with a notice in place of the image. */
const REFUSES_PAGES = /^https?:\/\/([\w-]+\.)*qpic\.cn\//i;

/** The attributes with which an image is requested: without a referrer where its host refuses pages of others. */
export const requestOf = (url: string): { referrerpolicy?: 'no-referrer' } =>
	REFUSES_PAGES.test(url) ? { referrerpolicy: 'no-referrer' } : {};
