import { suite } from 'uvu';
import type { RtsError } from '../../../src/rts/play/errors.ts';
import type { PlayerEvent } from '../../../src/player/core/draft.ts';
import { owedRefused } from '../../support/owed.ts';
import {
	expectAll,
	byAddress,
	check,
	failed,
	play,
	refreshed,
	timer,
	WAITS,
	type Fields,
} from '../../support/recording-rules.ts';

const it = suite('player: rules of a recording that fails');
const [lost, refused, undecodable] = [failed('network'), failed('refused'), failed('undecodable')];
const [opaque, fine] = [failed('opaque'), failed('fine')];
const addressFailed: PlayerEvent = { type: 'failed', reason: 'media' };
/** It is loaded anew; neither may a script read the answer, nor can an element play it. */
const unplayable: [PlayerEvent][] = [[{ type: 'retry' }], [opaque], [addressFailed], [opaque]];
const unheard = { hidden: true, muted: true };
const lacking: [PlayerEvent, Fields] = [check, { lacksPicture: true }];
const times = (count: number, event: [PlayerEvent, Fields?]) => Array<typeof event>(count).fill(event);

expectAll(it, [
	[
		'wait for a server that does not answer',
		play([[lost, { hasBegun: false }]]),
		{ status: 'replay', reason: 'buffering', timer: { delay: 500 } },
		'',
	],
	['request it again then', play([[lost], [timer]]), { status: 'replay', timer: null }, 'loadRecording'],
	['say nothing of it while there is something to play', play([[lost]]), { reason: '' }],
	['not request it while nobody hears or sees it', play([[lost], [timer, unheard]]), {}, ''],
	['request it once it is seen again', play([[lost], [timer, unheard], [{ type: 'visible' }]]), {}, 'loadRecording'],
	[
		'request it at once when online again',
		play([[lost, { offline: true }], [{ type: 'online' }]]),
		{},
		'loadRecording',
	],
	['ask for addresses at the second failure', play([[lost], [timer], [lost]]), {}, 'loadRecording refresh'],
	[
		'say that the server is to blame once the API has answered',
		play([[lost], [lost], [refreshed(undefined, 1)], [check, { standing: 2000 }]]),
		{ reason: 'unavailable' },
	],
	['say so at once of what is refused', play([byAddress, [refused], [check, WAITS]]), { reason: 'unavailable' }],
	['not say so of what does not answer', play([byAddress, [lost], [check, WAITS]]), { reason: 'buffering' }],
	[
		'ask for new addresses where one has expired, and go on by them',
		play([[refused], [refreshed()]]),
		{ quality: 0 },
		'refresh loadRecording',
	],
	[
		'leave what is refused by a new address',
		play([[refused], [refreshed()], [refused]]),
		{ name: 'sd', owed: owedRefused('hd'), announced: '' },
		'refresh loadRecording loadRecording',
	],
	[
		'choose by itself where a pick cannot be had',
		play([[{ type: 'pick', quality: 1 }], [refused], [refreshed()], [refused]]),
		{ name: 'ld', picked: '', owed: owedRefused('sd') },
	],
	[
		'end in words where none can be had, and begin with the first one again',
		play([[refused], [refreshed()], ...times(4, [refused])]),
		{ status: 'failed', failure: 'media', name: 'hd', timer: null },
	],
	...(
		[
			['the status of an answer', failed('refused', 403), 403],
			['none of a host that does not answer', failed('network'), undefined],
			['none of an answer that breaks off', failed('network', 206), undefined],
			['none of one that is no recording', failed('unreadable', 200), undefined],
		] as const
	).map(([what, event, status]): Parameters<typeof expectAll>[1][0] => [
		`keep ${what} for support`,
		play([[failed('refused', 404)], [event]]),
		{ error: status && ({ status } as RtsError) },
	]),
	['play by its address what no script may read', play([[opaque]]), { timer: null }, 'loadRecording'],
	[
		'ask an element of its own, by the new address, where neither plays, before anything is loaded',
		play([...unplayable, [refreshed()]]),
		{ name: 'hd', status: 'replay' },
		'loadReplay loadRecording diagnose refresh diagnose',
	],
	[
		'load by pieces what that can play',
		play([...unplayable, [refreshed()], [fine]]),
		{ name: 'hd', owed: [] },
		'loadReplay loadRecording diagnose refresh diagnose loadRecording',
	],
	[
		'ask it for each other quality at once, with one request each, and end in words while it is asked again',
		play([...unplayable, [refreshed()], ...times(4, [opaque]), [timer]]),
		{ status: 'failed', failure: 'media', name: 'hd' },
		'loadReplay loadRecording diagnose refresh diagnose diagnose diagnose diagnose unload diagnose',
	],
	[
		'ask once what is wrong with the address of a server that fails',
		play([byAddress, [addressFailed], [lost], [timer], [addressFailed], [timer]]),
		{ status: 'replay' },
		'loadRecording diagnose loadRecording refresh loadRecording',
	],
	['not ask where hls.js has', play([byAddress, [{ type: 'failed', reason: 'timeout' }]]), {}, 'loadRecording'],
	['wait for the limit', play([[lost, { wait: 9000 }]]), { timer: { delay: 9000 } }, ''],
	[
		'wait for it though the network is back',
		play([[lost], [{ type: 'online' }, { wait: 9000 }]]),
		{ timer: { delay: 9000 } },
		'',
	],
	[
		'leave at once a picture that the engine cannot decode',
		play([[undecodable]]),
		{ name: 'sd', owed: owedRefused('hd') },
		'loadRecording',
	],
	[
		'prefer a better picture to sound alone where the engine cannot decode the lowest',
		play([[undecodable]], 2),
		{ name: 'sd', owed: owedRefused('ld') },
	],
	[
		'go on with the recording that is sound alone where the engine can decode no picture',
		play(times(3, [undecodable])),
		{ status: 'replay', name: 'sound' },
	],
	[
		'play the sound of the last one by its address where there is no such recording, and say so',
		play([[refreshed(['hd', 'sd'])], [undecodable], [undecodable], lacking]),
		{ status: 'replay', reason: 'undecodable', failure: '', name: 'sd' },
		'loadRecording loadRecording',
	],
	[
		'say so where there is no other way',
		play(times(5, [undecodable, { canLoad: false }])),
		{ status: 'failed', reason: 'undecodable', failure: '', name: 'hd' },
	],
	[
		'leave what the engine shows no picture of',
		play([byAddress, lacking]),
		{ name: 'sd', owed: owedRefused('hd') },
		'loadRecording loadRecording',
	],
	[
		'say so where no other has one, while its sound goes on',
		play([byAddress, ...times(4, lacking)]),
		{ status: 'replay', reason: 'undecodable', name: 'ld' },
	],
	['await it for a second', play([byAddress, [check, { lacksPicture: true, moved: 0.9 }]]), { name: 'hd', reason: '' }],
	['miss none in sound alone', play([byAddress, lacking], 3), { name: 'sound', reason: '' }],
	['go on by name where the new list is shorter', play([[refused], [refreshed(['sd', 'ld'])]], 1), { name: 'sd' }],
	[
		'go on with the next lower one where the new list has it no more',
		play([[refused], [refreshed(['ld'])]], 1),
		{ name: 'ld' },
	],
	[
		'give a pick up that the new list has not',
		play([[{ type: 'pick', quality: 0 }], [refused], [refreshed(['ld'])], [check]]),
		{ picked: '', name: 'ld' },
	],
	[
		'ignore a pick of what the list has no more',
		play([[{ type: 'pick', quality: 7 }]]),
		{ quality: 0, picked: '' },
		'',
	],
]);

it.run();
