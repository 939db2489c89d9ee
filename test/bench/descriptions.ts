/** Longest task of hostile descriptions in the built page: parsing, sanitizing, layout or paint of a slice. */
import { openSite } from '../support/site.ts';
import { taskTimes } from '../support/task-times.ts';
import { median } from './figures.ts';

/** A description that people write, beside which the others are measured. */
const ORDINARY = '<p>今日安排：上午八点升旗。'.repeat(400);
const ROUNDS = 3;

const times = (count: number, piece: string | ((index: number) => string)) =>
	Array.from({ length: count }, (_, index) => (typeof piece === 'string' ? piece : piece(index))).join('');
/** Repeats a piece as often as fits into a number of characters. */
const upTo = (characters: number, piece: string) => piece.repeat(Math.floor(characters / piece.length));
const character = (index: number) => String.fromCodePoint(0xa0 + ((index * 7919) % 2000) * 25);

/** Each as large as is still shown as rich text, and far larger. */
const descriptions: Record<string, (size: number) => string> = {
	'spans of cells': (n) => `<table><tr>${times(900 * n, '<td colspan=99 rowspan=99>x')}`,
	'huge spans of cells': (n) => `<table><tr>${times(900 * n, '<td colspan=1000 rowspan=65534>x')}`,
	'spans in many rows': (n) => `<table>${times(30 * n, `<tr>${times(30, '<td colspan=99 rowspan=99>x')}`)}`,
	'a wide row above many': (n) => `<table><tr>${times(10 * n, '<td colspan=99>x')}${times(450 * n, '<tr><td>x')}`,
	'wide cells in many rows': (n) => `<table>${times(20 * n, '<tr><td colspan=99>x')}${times(450 * n, '<tr><td>x')}`,
	'open formatting elements': (n) => `<p>${times(450 * n, (i) => `<b ${i}>`)}${times(250 * n, '</p><p>x')}`,
	'open links': (n) => `<p>${times(450 * n, (i) => `<a href=/${i}>`)}${times(250 * n, '</p><p>x')}`,
	'formatting elements in cells': (n) =>
		`<p>${times(150 * n, (i) => `<font ${i}><table><td></font></table>`)}${times(80 * n, '</p><p>x')}`,
	'nested tables': (n) => times(490 * n, '<table width=99%><td>') + 'x',
	'nested lists': (n) => times(490 * n, '<ul><li>x'),
	'nested directions': (n) => times(490 * n, '<span dir=rtl>a中b<span dir=ltr>'),
	attributes: (n) => `<p ${times(4400 * n, (i) => `${i.toString(36)} `)}>x`,
	'attributes of many': (n) => times(980 * n, '<p a b c d e f>x'),
	style: (n) => times(980 * n, '<p style="color:red;margin:1px;width:9px">x'),
	images: (n) => times(980 * n, '<img src=/x width=100>'),
	'many scripts': (n) => times(2900 * n, character),
	'changing fonts': (n) => upTo(11_900 * n, 'a中'),
	'combining marks': (n) => 'a' + upTo(2900 * n, '\u0301\u0302\u0489'),
	'directions in text': (n) => upTo(2900 * n, 'a\u05d0\u202e1'),
	'angle brackets': (n) => times(990 * n, '<'),
	'unfinished tags': (n) => times(990 * n, '<a "'),
	'hidden elements': (n) => times(990 * n, '<svg>'),
	'nested summaries': (n) => times(490 * n, '<summary>'),
	'long lines in nested elements': (n) => times(220 * n, (i) => `<big lang=i${i}>很长的文字。`),
	'letters in narrow boxes': (n) =>
		times(
			n,
			`<ul style="padding-left:300%"><div style="text-indent:90%;width:1px"><b style="font-size:300%">${'a中'.repeat(1200)}`,
		),
};

/**
 * Prints the processor time of the longest task of each description, in milliseconds and beside the ordinary one, which
 * follows it in the same round: as large as is still shown as rich text, and twenty times as large.
 */
export async function compareDescriptions(): Promise<void> {
	const site = await openSite({
		config: { livePollInterval: 100, chatPollInterval: 0, player: { pausePerCharacter: 0 } },
	});
	const { page, problems } = await site.visit('?id=0');
	let shown = 0;
	const show = async (title: string, description: string) => {
		site.origin.setLive({ id: '0', title, description });
		await page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: 60_000 });
		// The slices follow in tasks of their own.
		await page.waitForTimeout(200);
		await page.waitForFunction(() => !document.querySelector('.rich.coming'), null, { timeout: 60_000 });
	};
	const cost = async (description: string) =>
		(await taskTimes(page, () => show(`description ${++shown}`, description)))[0]!;
	try {
		await show('first', '<p>文');
		await page.locator('.rich').waitFor();
		for (const [what, make] of Object.entries(descriptions))
			for (const [size, words] of [
				[1, ''],
				[20, ', far too large'],
			] as const) {
				const costs: number[] = [];
				const ratios: number[] = [];
				for (let round = 0; round < ROUNDS; round++) {
					costs.push(await cost(make(size)));
					ratios.push(costs.at(-1)! / (await cost(ORDINARY)));
				}
				console.log(
					`${median(costs).toFixed(0).padStart(6)} ms  ${median(ratios).toFixed(1).padStart(5)}x  ${what}${words}`,
				);
			}
		for (const problem of problems) console.log(`problem: ${problem}`);
	} finally {
		await site.close();
	}
}
