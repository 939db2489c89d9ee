import type { Opening } from './open-app.ts';

/** Where the person is told what to do instead. */
export interface Notice {
	showToast(message: string): void;
	/** Shows the open-in-browser image (spec §2). */
	open(dialog: { kind: 'open-in-browser' }): void;
}

/** Shows the person how opening the app called `appName` has ended, where the app itself does not. */
export function showOpening(opening: Opening | undefined, appName: string, notice: Notice): void {
	if (opening === 'open-in-browser') notice.open({ kind: 'open-in-browser' });
	if (opening === 'unavailable') notice.showToast(`请打开${appName}App`);
	if (opening === 'refused') notice.showToast('操作失败，请稍后重试');
}
