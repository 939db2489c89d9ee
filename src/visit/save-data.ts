/** Whether the user saves data, or the connection is 2G: images are then loaded on a tap only. */
export function saveData(): boolean {
	const { saveData, effectiveType = '' } =
		(navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection || {};
	return !!saveData || /2g/.test(effectiveType);
}
