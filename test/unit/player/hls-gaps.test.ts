/** Segments that playback by hls.js leaves out. */
import * as assert from 'uvu/assert';
import { begin, hlsSuite, play, ranges, refusal, refused, segment, URL } from '../../support/fake-hls.ts';

const it = hlsSuite('hls gaps');

for (const [what, before, sn, details] of [
	['fail where a key is refused and nothing has been there', false, 1, 'keyLoadError'],
	['leave out segments whose key is refused later', true, 1, 'keyLoadError'],
	['fail where what begins all segments (EXT-X-MAP) is refused', false, 'initSegment', 'fragLoadError'],
	['fail where what begins later ones is refused', true, 'initSegment', 'fragLoadError'],
] as const)
	it(`should ${what}`, () => {
		const { last, log } = begin({}, { left: -1 });
		const frag = { sn, url: 'https://cdn.example.com/1.ts', tagList: [] };
		if (before) last().emit('buffered', { frag: { sn: 0 } });
		for (let attempt = 0; attempt < 3; attempt++)
			last().emit('error', { type: 'networkError', details, frag, response: { code: 404 } });
		const failure = { type: 'failed', reason: 'timeout', error: { status: 404 } };
		assert.equal([log, frag.tagList], (what.startsWith('fail') ? [[failure], []] : [[], [['GAP']]]) as unknown);
	});

/** The status of a segment's answers, and how many there are. */
type Answers = Record<number, [status: number, times: number]>;
/** hls.js requests the next segment where nothing has come yet. */
const all = (status: number, count: number): Answers => Array<[number, number]>(count).fill([status, 1]);
for (const [what, answers, seen, expected] of [
	['a missing one after three attempts, the next at once', { 1: [404, 3], 2: [404, 1] }, {}, 'left out: 1, 2'],
	['nothing before', { 1: [404, 2] }, {}, 'left out: '],
	['nothing while much is loaded ahead', { 1: [404, 9] }, { readyState: 4, ahead: 9 }, 'left out: '],
	['nothing where the server fails', { 1: [502, 3] }, {}, 'left out: ; failed: network'],
	['nothing where the address has expired', { 1: [403, 3] }, {}, 'left out: ; failed: media'],
	['no more than two', { 1: [404, 3], 2: [404, 1], 3: [404, 1] }, {}, 'left out: 1, 2; failed: media'],
	['the third of all that fail from the first on, the next at once', all(404, 4), {}, 'left out: 2, 3'],
	['nothing where all fail by the server', all(502, 3), {}, 'left out: ; failed: network'],
	['what cannot be decoded', { 1: [-1, 3] }, { readyState: 2 }, 'left out: 1'],
] as [string, Answers, { readyState?: number; ahead?: number }, string][])
	it(`should leave out ${what}`, () => {
		const { last, log } = begin({ canPlayType: () => '', buffered: ranges([0, seen.ahead ?? 0]), ...seen });
		const segments = [0, 1, 2, 3].map(segment);
		for (const [sn, [status, times]] of Object.entries(answers))
			for (let time = 0; time < times; time++)
				last().emit('error', refusal(segments[+sn]!, status, status < 0 ? 'fragParsingError' : undefined));
		const left = segments.filter(({ gap, tagList }) => gap && tagList[0]![0] === 'GAP').map(({ sn }) => sn);
		const reasons = log.map((event) => `; failed: ${(event as { kind: string }).kind}`);
		assert.is(`left out: ${left.join(', ')}${reasons}`, expected);
	});

it('should leave out what an address refuses again that has been asked for anew, and twice as many each time', () => {
	const { attach, last, log, video } = play();
	Object.assign(video, { canPlayType: () => '' });
	const segments = [0, 1, 2, 3, 4].map(segment);
	const refuse = (sn: number, code: number) => last().emit('error', refusal(segments[sn]!, code));
	attach(URL);
	for (const _ of [1, 2, 3]) refuse(1, 403);
	attach(URL);
	for (const _ of [1, 2, 3]) refuse(1, 403);
	for (const sn of [2, 3, 4]) refuse(sn, 404);
	assert.equal([log, segments.map(({ gap }) => gap)], [[{ ...refused, status: 403 }], [false, true, true, true, true]]);
});

for (const [what, hasCome, leftOut] of [
	['nothing by a fresh address where nothing has ever come, and more by 重试', false, [2, 0, 8]],
	['twice as many each time where something had come', true, [2, 4, 8]],
] as const)
	it(`should leave out ${what}`, () => {
		const { attach, last, log, video } = play();
		Object.assign(video, { canPlayType: () => '' });
		const counts = leftOut.map(() => {
			attach(URL);
			if (hasCome && !log.length) last().emit('buffered', { frag: segment(0) });
			const segments = Array.from({ length: 12 }, (_, sn) => segment(sn + 1));
			const told = log.length;
			for (const frag of segments)
				for (let attempt = 0; attempt < 3 && !frag.gap && log.length === told; attempt++)
					last().emit('error', refusal(frag, 404));
			return segments.filter(({ gap }) => gap).length;
		});
		assert.equal([counts, log], [leftOut, [refused, refused, refused]] as unknown);
	});

it.run();
