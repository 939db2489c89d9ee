/** A static picture's address; the build gives its file a hashed name. */
declare module '*.svg' {
	const address: string;
	export default address;
}
declare module '*.png' {
	const address: string;
	export default address;
}
