import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Opening } from '../../../src/native/open-app.ts';
import { showOpening } from '../../../src/native/show-opening.ts';

const it = suite('show opening');

for (const [opening, openInBrowser, toasts, phone = true] of [
	['open-in-browser', true, []],
	['unavailable', false, ['请打开校园App']],
	['unavailable', false, ['请在手机上打开校园App'], false],
	['refused', false, ['操作失败，请稍后重试']],
	['native', false, []],
	['launched', false, []],
	['download', false, []],
	[undefined, false, []],
] as [Opening | undefined, boolean, string[], boolean?][])
	it(`should show ${openInBrowser ? 'the image' : toasts[0] || 'nothing'} when opening the app ends as ${opening}${phone ? '' : ' on a desktop'}`, () => {
		const shown: unknown[] = [];
		const dialogs: unknown[] = [];
		const notice = {
			showToast: (...toast: unknown[]) => void shown.push(toast),
			open: (dialog: unknown) => void dialogs.push(dialog),
		};
		showOpening(opening, '校园', phone, notice);
		const urgency = opening === 'refused' ? ['assertive'] : [];
		assert.equal(
			[dialogs, shown],
			[openInBrowser ? [{ kind: 'open-in-browser' }] : [], toasts.map((text) => [text, ...urgency])],
		);
	});

it.run();
