/** A static image's URL; the build gives its file a hashed name. */
declare module '*.svg' {
	const url: string;
	export default url;
}
declare module '*.png' {
	const url: string;
	export default url;
}
