import { setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { copyAndSay } from '../../../src/native/clipboard.ts';

const it = suite('clipboard');

for (const [text, copied, said] of [
	['YG1', true, ['已复制']],
	['YG1', false, ['复制失败，请手动输入', 'assertive']],
	['https://live.example.com/?id=1', true, ['已复制']],
	['https://live.example.com/?id=1', false, ['复制失败，请手动复制链接', 'https://live.example.com/?id=1']],
] as const)
	it(`should say ${said[0]} when copying ${text} ${copied ? 'worked' : 'failed'}`, async () => {
		setup();
		const writeText = async () => {
			if (!copied) throw new Error('not allowed');
		};
		Object.assign(navigator, { clipboard: { writeText } });
		Object.assign(document, { execCommand: () => false });
		Object.assign(HTMLElement.prototype, { select() {} });
		const heard: unknown[][] = [];
		await copyAndSay(text, {
			showToast: (...toast) => heard.push(toast),
			confirm: (...messages) => heard.push(messages),
		});
		assert.equal(heard, [[...said]]);
	});

it.run();
