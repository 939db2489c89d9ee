/** Whether the person saves data or the link is as thin as 2G: pictures then wait to be asked for. */
export function saveData(): boolean {
	const { saveData, effectiveType = '' } =
		(navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection || {};
	return !!saveData || /2g/.test(effectiveType);
}
