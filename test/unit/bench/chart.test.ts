import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chart } from '../../bench/chart.ts';
import type { Figures } from '../../bench/figures.ts';
import { LINKS } from '../../bench/links.ts';
import { watchChart } from '../../bench/watch-chart.ts';
import type { WatchFigures } from '../../bench/watch-figures.ts';

const it = suite('bench chart');

const figures = (firstPaint: number, tabAnswered: number, firstFrame: number) =>
	({ firstPaint, tabAnswered, firstFrame }) as Figures;

const widths = (svg: string) => [...svg.matchAll(/width="([\d.]+)" height="14"/g)].map(([, width]) => Number(width));

it('should draw the parts of each load on the scale of its link', () => {
	const svg = chart(LINKS, { slow3g: { page: figures(1000, 2000, 5000), peer: figures(4000, 4000, 10_000) } });
	// 604 px for 10 s.
	assert.equal(widths(svg), [60.4, 60.4, 181.2, 241.6, 0, 362.4]);
	assert.match(svg, /slow 3G[^]*5\.0 s[^]*10\.0 s/);
});

it('should draw no part backwards when a tap is answered after the first frame', () => {
	const svg = chart(LINKS, { '4g': { page: figures(500, 1500, 1000), peer: figures(1000, 1000, 2000) } });
	assert.equal(widths(svg)[2], 0);
});

it('should leave out links on which only one of the two was measured', () => {
	assert.is(chart(LINKS, { slow3g: { page: figures(1, 2, 3) } }), '');
	assert.is(chart(LINKS, {}), '');
});

it('should draw the time of watching by quality, of which only video moves', () => {
	const cell = (still: number, shares: number[]) => ({
		link: 'x',
		row: 'y',
		figures: { still, shares } as WatchFigures,
	});
	// 548 px; half of all moved, 5/8 of the time with video.
	const svg = watchChart([cell(0.5, [0.4, 0, 0.4, 0.2])]);
	assert.equal(widths(svg), [548, 137, 0, 137, 109.6]);
	assert.is(watchChart([]), '');
});

it.run();
