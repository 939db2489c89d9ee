import * as texts from '../texts.ts';
import type { Opening } from './open-app.ts';

/** Shows the outcome of opening the app. */
export interface OpeningNotice {
	showToast(message: string, urgency?: 'assertive'): void;
	open(dialog: { kind: 'open-in-browser' }): void;
}

/** Shows an outcome, unless the app is in front. It runs only on phones. */
export function showOpening(
	opening: Opening | undefined,
	appName: string,
	phone: boolean,
	notice: OpeningNotice,
): void {
	if (opening === 'open-in-browser') notice.open({ kind: 'open-in-browser' });
	if (opening === 'unavailable') notice.showToast((phone ? texts.openAppNamed : texts.openAppOnPhone)(appName));
	if (opening === 'refused') notice.showToast(texts.APP_REFUSED, 'assertive');
}
