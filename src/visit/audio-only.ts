/** Key in `sessionStorage`. */
const KEY = 'audioOnly';

/** Whether the viewer has chosen sound without video in this session. */
export function readAudioOnly(): boolean {
	try {
		return !!sessionStorage.getItem(KEY);
	} catch {
		return false;
	}
}

/** Keeps the choice for the session; where storage is blocked, it lasts as long as the page. */
export function rememberAudioOnly(on: boolean): void {
	try {
		sessionStorage.setItem(KEY, on ? '1' : '');
	} catch {
		// Blocked.
	}
}
