import { owedRefused } from '../../support/owed.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LIVE_POLICY, POLICY } from '../../../src/player/core/policy.ts';
import type { PlayerEvent } from '../../../src/player/core/draft.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { restRecording } from '../../../src/player/rules/hidden.ts';
import { withRecording } from '../../../src/player/rules/recording.ts';
import { withTaps } from '../../../src/player/rules/taps.ts';
import { coreRules, transition } from '../../../src/player/rules/transition.ts';
import type { SeenRecording } from '../../../src/player/watch/see-recording.ts';
import { live } from '../../support/player.ts';

const it = suite('player: rules of a recording');

const qualities = (names = ['hd', 'sd', 'ld', 'sound'], key = 1) =>
	names.map((name) => ({
		...{ name, kbps: { hd: 1170, sd: 440, ld: 170, sound: 40 }[name]!, audioOnly: name === 'sound' },
		address: `https://cdn.example.com/${name}.mp4?sign=${key}`,
	}));
const SOURCE = live({ status: 3 });
const SEEN: SeenRecording = {
	...{ rate: 3000, pendingTime: 0, isWhole: false, ahead: 20, moved: 60, standing: 0, silence: 0, hasBegun: true },
	...{
		paused: false,
		speed: 1,
		isSoundAlone: false,
		isUndecodable: false,
		lacksPicture: false,
		usesHls: false,
		canLoad: true,
	},
	...{ offline: false, savesData: false },
};
/** Seen by the stage script, or of the recording. */
type Fields = Partial<SeenRecording> & { unseen?: number; muted?: boolean; hidden?: boolean };

const policy = { whep: '', ...POLICY, ...LIVE_POLICY };

/** Plays a recording, then lets this happen; returns the last state and all commands, each as its type. */
function play(events: [event: PlayerEvent, seen?: Fields][], first = 0) {
	let state: PlayerState = INITIAL_STATE;
	let commands: string[] = [];
	let now = 1000;
	const step = (event: PlayerEvent, { unseen = 0, muted = false, hidden = false, ...recording }: Fields = {}) => {
		const seen = { now: (now += 500), random: 0.5, hidden, latency: 0, muted, pressed: false, unseen };
		const surroundings = { ...seen, recording: { ...SEEN, ...recording } };
		const { next, commands: done } = transition(
			state,
			event,
			surroundings,
			policy as never,
			withRecording(withTaps(coreRules), restRecording),
		);
		state = next;
		commands = commands.concat(done.map(({ type }) => type));
	};
	step({ type: 'live', live: SOURCE, qualities: qualities(), quality: first });
	step({ type: 'check' }, { rate: 0 });
	commands = [];
	for (const [event, seen] of events) step(event, seen);
	return { state, commands, name: state.qualities[state.quality]!.name };
}

const check: PlayerEvent = { type: 'check' };
const piece: PlayerEvent = { type: 'piece' };
const timer: PlayerEvent = { type: 'timer' };
const failed = (kind: 'network' | 'refused' | 'unreadable' | 'media' | 'undecodable'): PlayerEvent => ({
	type: 'recordingFailed',
	kind,
});
const refreshed = (names?: string[], key = 2): PlayerEvent => ({
	type: 'refreshed',
	live: SOURCE,
	qualities: qualities(names, key),
});
/** Stands for a second, then moves. */
const stall: [PlayerEvent, Fields?][] = [
	[check, { standing: 1000 }],
	[check, {}],
];
const WAITS: Fields = { moved: 0, standing: 2000, hasBegun: false };
const byAddress: [PlayerEvent, Fields?] = [failed('unreadable'), {}];

const cases: [
	what: string,
	played: ReturnType<typeof play>,
	expected: Partial<PlayerState> & { name?: string },
	string?,
][] = [
	[
		'wait for a server that does not answer at first',
		play([[failed('network'), { hasBegun: false }]]),
		{ status: 'replay', reason: 'buffering', timer: { delay: 500 } },
		'',
	],
	['request it again then', play([[failed('network')], [timer]]), { status: 'replay', timer: null }, 'loadRecording'],
	['say nothing of it while there is something to play', play([[failed('network')]]), { reason: '' }],
	[
		'not request it while nobody hears or sees it',
		play([[failed('network')], [timer, { hidden: true, muted: true }]]),
		{},
		'',
	],
	[
		'request it once it is seen again',
		play([[failed('network')], [timer, { hidden: true, muted: true }], [{ type: 'visible' }]]),
		{},
		'loadRecording',
	],
	[
		'request it at once when online again',
		play([[failed('network'), { offline: true }], [{ type: 'online' }]]),
		{},
		'loadRecording',
	],
	[
		'ask for addresses at the second failure',
		play([[failed('network')], [timer], [failed('network')]]),
		{},
		'loadRecording refresh',
	],
	[
		'say that the server is to blame once the API has answered',
		play([[failed('network')], [failed('network')], [refreshed(undefined, 1)], [check, { standing: 2000 }]]),
		{ reason: 'unavailable' },
	],
	[
		'say so at once of what is refused',
		play([byAddress, [failed('refused')], [check, WAITS]]),
		{ reason: 'unavailable' },
	],
	[
		'not say so of what does not answer',
		play([byAddress, [failed('network')], [check, WAITS]]),
		{ reason: 'buffering' },
	],
	[
		'ask for new addresses where one has expired, and go on by them',
		play([[failed('refused')], [refreshed()]]),
		{ quality: 0 },
		'refresh loadRecording',
	],
	[
		'leave what is refused by a new address',
		play([[failed('refused')], [refreshed()], [failed('refused')]]),
		{ name: 'sd', owed: owedRefused('hd'), announced: '' },
		'refresh loadRecording loadRecording',
	],
	[
		'choose by itself where a pick cannot be had',
		play([[{ type: 'pick', quality: 1 }], [failed('refused')], [refreshed()], [failed('refused')]]),
		{ name: 'ld', picked: '', owed: owedRefused('sd') },
	],
	[
		'end in words where none can be had, and begin with the first one again',
		play([[failed('refused')], [refreshed()], ...Array<[PlayerEvent]>(4).fill([failed('refused')])]),
		{ status: 'failed', failure: 'media', name: 'hd' },
	],
	[
		'leave at once a picture that the engine cannot decode',
		play([[failed('undecodable')]]),
		{ name: 'sd', owed: owedRefused('hd') },
		'loadRecording',
	],
	[
		'say so where there is no other',
		play(Array<[PlayerEvent]>(4).fill([failed('undecodable')])),
		{ status: 'failed', reason: 'undecodable', failure: '', name: 'hd' },
	],
	[
		'leave what the engine shows no picture of',
		play([byAddress, [check, { lacksPicture: true }]]),
		{ name: 'sd', owed: owedRefused('hd') },
		'loadRecording loadRecording',
	],
	[
		'say so where no other has one, while its sound goes on',
		play([byAddress, ...Array<[PlayerEvent, Fields]>(4).fill([check, { lacksPicture: true }])]),
		{ status: 'replay', reason: 'undecodable', name: 'ld' },
	],
	['await it for a second', play([byAddress, [check, { lacksPicture: true, moved: 0.9 }]]), { name: 'hd', reason: '' }],
	['miss none in sound alone', play([byAddress, [check, { lacksPicture: true }]], 3), { name: 'sound', reason: '' }],
	[
		'go on by name where the new list is shorter',
		play([[failed('refused')], [refreshed(['sd', 'ld'])]], 1),
		{ name: 'sd' },
	],
	[
		'go on with the next lower one where the new list has it no more',
		play([[failed('refused')], [refreshed(['ld'])]], 1),
		{ name: 'ld' },
	],
	[
		'give a pick up that the new list has not',
		play([[{ type: 'pick', quality: 0 }], [failed('refused')], [refreshed(['ld'])], [check]]),
		{ picked: '', name: 'ld' },
	],
	[
		'ignore a pick of what the list has no more',
		play([[{ type: 'pick', quality: 7 }]]),
		{ quality: 0, picked: '' },
		'',
	],
	[
		'leave to the engine what the page cannot read',
		play([byAddress]),
		{ name: 'hd', status: 'replay' },
		'loadRecording',
	],
	[
		'ask why an address has failed',
		play([byAddress, [{ type: 'failed', reason: 'media' }]]),
		{ status: 'replay' },
		'loadRecording diagnose',
	],
	[
		'not ask where the engine has decoded it',
		play([byAddress, [{ type: 'failed', reason: 'media' }, { isUndecodable: true }]]),
		{},
		'loadRecording refresh',
	],
	[
		'take the next lower address at the third stall in a minute',
		play([byAddress, ...stall, ...stall, ...stall]),
		{ name: 'sd', announced: 'lower' },
		'loadRecording loadRecording',
	],
	['not at the second', play([byAddress, ...stall, ...stall]), { name: 'hd' }],
	['take no better address', play([byAddress, ...Array<[PlayerEvent]>(9).fill([check])], 2), { name: 'ld' }],
	[
		'load an address anew after 10 s of silence',
		play([byAddress, [check, { standing: 11_000, silence: 11_000 }]]),
		{ timer: { delay: 500 } },
	],
	[
		'leave hls.js 30 s',
		play([byAddress, [check, { standing: 11_000, silence: 11_000, usesHls: true }]]),
		{ timer: null },
	],
	['say after 1.5 s that it waits', play([[check, { standing: 1500 }]]), { reason: 'buffering' }],
	['not before there was anything', play([[check, { standing: 9000, hasBegun: false }]]), { reason: '' }],
	[
		'say that the link is too slow where nothing is lower',
		play([...stall, ...stall, [check, { standing: 2000, rate: 100 }]], 2),
		{ reason: 'too-slow' },
	],
	[
		'fall with the next piece',
		play([[piece, { rate: 300, ahead: 2 }]]),
		{ name: 'ld', announced: 'lower' },
		'changeRecording',
	],
	[
		'not give up a piece that is nearly there',
		play([[check, { rate: 300, ahead: 2, pendingTime: 900 }]]),
		{ name: 'hd' },
		'',
	],
	[
		'give up one that takes longer',
		play([[check, { rate: 300, ahead: 2, pendingTime: 5000 }]]),
		{ name: 'ld' },
		'changeRecording',
	],
	[
		'rise with the next piece alone',
		play([[check, { pendingTime: 5000 }], [piece]], 1),
		{ name: 'hd', announced: '' },
		'changeRecording',
	],
	[
		'follow a pick, whatever the link',
		play([[{ type: 'pick', quality: 3 }], [piece]]),
		{ name: 'sound', picked: 'sound' },
		'changeRecording',
	],
	[
		'load a pick in place of what is ahead of the quality before, though it is chosen already',
		play([[{ type: 'pick', quality: 0 }]]),
		{ name: 'hd', picked: 'hd' },
		'changeRecording',
	],
	[
		'show a picture again where sound alone is given up',
		play([[{ type: 'pick', quality: 3 }], [{ type: 'pick', quality: -1 }]]),
		{ name: 'ld', picked: '' },
		'changeRecording changeRecording',
	],
	[
		'load what is heard alone while nobody sees it',
		play([[check, { unseen: 20_000 }]]),
		{ name: 'sound', rested: 'hd', announced: '' },
		'changeRecording',
	],
	[
		'load it again as before once it is seen',
		play([[check, { unseen: 20_000 }], [check], [check]]),
		{ name: 'hd', rested: '' },
		'changeRecording changeRecording',
	],
	[
		'pause what is not heard either, until it is seen',
		play([
			[check, { unseen: 20_000, muted: true }],
			[check, { unseen: 30_000, muted: true, paused: true }],
			[check, { muted: true, paused: true }],
		]),
		{ name: 'hd' },
		'pause play',
	],
	['let hls.js load its lowest level', play([[check, { unseen: 20_000, usesHls: true }]]), { rested: 'hd' }, ''],
	[
		'let hls.js choose again once it is seen',
		play([
			[check, { unseen: 20_000, usesHls: true }],
			[check, { usesHls: true }],
		]),
		{ rested: '' },
		'',
	],
	['leave it as it is before', play([[check, { unseen: 19_000, muted: true }]]), {}, ''],
	[
		'keep what is loaded ahead while it is offline',
		play([[check, { unseen: 20_000, offline: true }]]),
		{ name: 'hd' },
		'',
	],
	['keep a retry though it plays on', play([[failed('network')], [{ type: 'playing' }]]), { timer: { delay: 500 } }],
];
for (const [what, { state, commands, name }, expected, done] of cases)
	it(`should ${what}`, () => {
		for (const field in expected) assert.equal({ ...state, name }[field as 'name'], expected[field as 'name'], field);
		if (done !== undefined) assert.is(commands.join(' '), done);
	});

it.run();
