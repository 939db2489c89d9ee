/** URL of a static image, with a hashed file name. */
declare module '*.svg' {
	const url: string;
	export default url;
}
declare module '*.png' {
	const url: string;
	export default url;
}
/** Styles of the script that is built (`build/scripts.mjs`). */
declare const __CSS__: string;
/** Exports of a script that later ones use (`build/shared-modules.mjs`). */
declare module 'shared:*' {
	const shared: object;
	export default shared;
}
