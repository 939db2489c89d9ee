/**
 * Makes a function that asks for a picture at the width it is shown with (in CSS pixels), on the deployment's
 * Aliyun OSS hosts; other pictures keep their address.
 */
export function createImageUrl(ossHosts: string[], density: number): (address: string, width: number) => string {
	const wide = Math.min(density || 1, 2);
	return (address, width) => {
		const host = address.split('/')[2];
		if (!host || !ossHosts.includes(host) || /x-oss-process=/.test(address)) return address;
		const path = address.replace(/#.*/, '');
		return `${path}${path.includes('?') ? '&' : '?'}x-oss-process=image/resize,w_${Math.round(width * wide)}`;
	};
}
