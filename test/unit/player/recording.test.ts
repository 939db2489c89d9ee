import { suite } from 'uvu';
import type { PlayerEvent } from '../../../src/player/core/draft.ts';
import { expectAll, byAddress, check, failed, piece, play, stall, type Fields } from '../../support/recording-rules.ts';

const it = suite('player: rules of a recording');

type Happens = [PlayerEvent, Fields?];
const mediaFailed: PlayerEvent = { type: 'failed', reason: 'media' };
const SILENT = { standing: 11_000, silence: 11_000 };
const SLOW = { rate: 300, ahead: 2 };
const pick = (quality: number): Happens => [{ type: 'pick', quality }];
const unseenHls: Happens = [check, { unseen: 20_000, usesHls: true }];
const unseen: Happens = [check, { unseen: 20_000 }];

expectAll(it, [
	[
		'leave to the engine what the page cannot read',
		play([byAddress]),
		{ name: 'hd', status: 'replay' },
		'loadRecording',
	],
	['ask why an address has failed', play([byAddress, [mediaFailed]]), { status: 'replay' }, 'loadRecording diagnose'],
	[
		'not ask where the engine has decoded it',
		play([byAddress, [mediaFailed, { isUndecodable: true }]]),
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
	['load an address anew after 10 s of silence', play([byAddress, [check, SILENT]]), { timer: { delay: 500 } }],
	['leave hls.js 30 s', play([byAddress, [check, { ...SILENT, usesHls: true }]]), { timer: null }],
	['say after 1.5 s that it waits', play([[check, { standing: 1500 }]]), { reason: 'buffering' }],
	['not before there was anything', play([[check, { standing: 9000, hasBegun: false }]]), { reason: '' }],
	[
		'say that the link is too slow where nothing is lower',
		play([...stall, ...stall, [check, { standing: 2000, rate: 100 }]], 2),
		{ reason: 'too-slow' },
	],
	['fall with the next piece', play([[piece, SLOW]]), { name: 'ld', announced: 'lower' }, 'changeRecording'],
	['not give up a piece that is nearly there', play([[check, { ...SLOW, pendingTime: 900 }]]), { name: 'hd' }, ''],
	['give up one that takes longer', play([[check, { ...SLOW, pendingTime: 5000 }]]), { name: 'ld' }, 'changeRecording'],
	[
		'rise with the next piece alone',
		play([[check, { pendingTime: 5000 }], [piece]], 1),
		{ name: 'hd', announced: '' },
		'changeRecording',
	],
	['follow a pick, whatever the link', play([pick(3), [piece]]), { name: 'sound', picked: 'sound' }, 'changeRecording'],
	[
		'load a pick in place of what is ahead of the quality before, though it is chosen already',
		play([pick(0)]),
		{ name: 'hd', picked: 'hd' },
		'changeRecording',
	],
	[
		'show a picture again where sound alone is given up',
		play([[failed('undecodable')], pick(3), pick(-1)]),
		{ name: 'ld', picked: '', announced: '' },
		'loadRecording changeRecording changeRecording',
	],
	[
		'load what is heard alone while nobody sees it',
		play([unseen]),
		{ name: 'sound', rested: 'hd', announced: '' },
		'changeRecording',
	],
	[
		'load it again as before once it is seen',
		play([unseen, [check], [check]]),
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
	['let hls.js load its lowest level', play([unseenHls]), { rested: 'hd' }, ''],
	['let hls.js choose again once it is seen', play([unseenHls, [check, { usesHls: true }]]), { rested: '' }, ''],
	['leave it as it is before', play([[check, { unseen: 19_000, muted: true }]]), {}, ''],
	[
		'keep what is loaded ahead while it is offline',
		play([[check, { unseen: 20_000, offline: true }]]),
		{ name: 'hd' },
		'',
	],
	['keep a retry though it plays on', play([[failed('network')], [{ type: 'playing' }]]), { timer: { delay: 500 } }],
]);

it.run();
