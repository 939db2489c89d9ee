import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressesOf } from '../../../src/diagnose/play-lines.ts';
import { setGlobals } from '../../support/fake-browser.ts';

const it = suite('diagnosed addresses');
const FIELDS = { qualities: 'qualities', playbackQualities: 'versions' };
const originRts = 'artc://h/live/a';
const playbackUrl = 'https://h/a.mp4';

for (const [what, raw, ...listed] of [
	[
		'a live',
		{ status: 1, originRts, playbackUrl, qualities: [{ url: 'artc://h/live/b' }, {}, null] },
		originRts,
		'artc://h/live/b',
	],
	['a live without a status', { originRts, playbackUrl }, originRts],
	[
		'a replay',
		{ status: '3', originRts, playbackUrl, versions: [{ url: 'https://h/b.mp4' }] },
		playbackUrl,
		'https://h/b.mp4',
	],
	['one that is over', { status: 2, originRts, playbackUrl, versions: 'none' }, playbackUrl],
	['one whose address may not be loaded as it is', { status: 3, playbackUrl: ' http://h/a.mp4' }, playbackUrl],
	['no addresses', { status: 0, originRts, playbackUrl: null }],
] as [string, object, ...string[]][])
	it(`should find those of ${what}`, () => {
		setGlobals({ location: { protocol: 'https:' } });
		assert.equal(addressesOf(raw, FIELDS), { isLive: listed.some((one) => one.startsWith('artc')), listed });
	});

it('should refuse what is no live', () => {
	for (const answer of [null, undefined, 'x']) assert.throws(() => addressesOf(answer, FIELDS));
});

it.run();
