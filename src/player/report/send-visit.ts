import type { Config } from '../../config.ts';

/** Returns what sends the query of a visit's report; '' or false where none are wanted. */
export const createVisitSender = (
	{ url, doNotTrack, saveData: unlessSaving }: Config['reports'],
	saveData: boolean,
): '' | false | ((query: string) => void) =>
	url &&
	!(doNotTrack && navigator.doNotTrack === '1') &&
	!(unlessSaving && saveData) &&
	((query) => void fetch(`${url}?${query}`, { mode: 'no-cors', credentials: 'omit', keepalive: true }).catch(() => {}));
