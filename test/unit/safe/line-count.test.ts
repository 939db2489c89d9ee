import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countLines, isTooNarrow, roomIn, WHOLE_ROOM } from '../../../src/safe/line-count.ts';

const it = suite('count of lines');
setup();

/** About how many lines 100 letters take in nested elements. */
function linesIn(html: string): number {
	document.body.innerHTML = html;
	let room = WHOLE_ROOM;
	for (let element = document.body.firstElementChild; element; element = element.firstElementChild)
		room = roomIn(element as HTMLElement, room);
	return Math.round(countLines('字'.repeat(100), room));
}

for (const [html, lines] of [
	['<p></p>', 5],
	['<p style="width:100%;margin-left:16px;font-size:1em"></p>', 5],
	['<p style="width:1px"></p>', 100],
	['<p style="max-width:50%"></p>', 10],
	['<div style="width:50%"><div style="width:50%"></div></div>', 20],
	['<p style="padding-left:10em;margin-right:50%"></p>', 100],
	['<div style="padding-left:300%"><div style="padding-left:300%"></div></div>', 100],
	['<p style="font-size:32px"></p>', 10],
	['<p style="font-size:xx-large"></p>', 10],
	['<p style="font-size:200%"><b style="width:auto"></b></p>', 10],
	['<p style="letter-spacing:16px"></p>', 10],
	['<p style="border-left-width:10px;border-left-style:solid;padding-left:150px"></p>', 10],
	['<ul><li><ul><li></li></ul></li></ul>', 7],
	['<table><tr><td></td></tr></table>', 25],
] as const)
	it(`should be ${lines} in ${html}`, () => assert.is(linesIn(html), lines));

it('should count a change of script as two lines', () => {
	assert.is(Math.round(countLines('第3名a'.repeat(25), WHOLE_ROOM)), 5 + 2 * 49);
});

for (const [length, width, narrow] of [
	[21, 1, true],
	[20, 1, false],
	[10_000, 128, false],
	[10_000, 127, true],
] as const)
	it(`should ${narrow ? '' : 'not '}call ${width} pixels too narrow for ${length} letters`, () =>
		assert.is(isTooNarrow(length, { ...WHOLE_ROOM, width }), narrow));

it.run();
