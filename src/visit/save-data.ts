/** The Network Information API of Chromium, as far as it is used; the kind of connection is known on Android only. */
interface Connection {
	saveData?: boolean;
	effectiveType?: string;
	type?: string;
}

const connection = (): Connection => (navigator as { connection?: Connection }).connection || {};

/** Whether the user saves data, or the connection is 2G: images are then loaded on a tap only. */
export function saveData(): boolean {
	const { saveData, effectiveType = '' } = connection();
	return !!saveData || /2g/.test(effectiveType);
}

/** Whether the connection is known to be a mobile one, which may cost by the byte. */
export const isMetered = (): boolean => connection().type === 'cellular';
