/** URL of a static image, with a hashed file name. */
declare module '*.svg' {
	const url: string;
	export default url;
}
declare module '*.png' {
	const url: string;
	export default url;
}
