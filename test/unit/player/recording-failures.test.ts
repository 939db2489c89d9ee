import { suite } from 'uvu';
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

expectAll(it, [
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
		{ status: 'failed', failure: 'media', name: 'hd', timer: null },
	],
	[
		'leave at once a picture that the engine cannot decode',
		play([[failed('undecodable')]]),
		{ name: 'sd', owed: owedRefused('hd') },
		'loadRecording',
	],
	[
		'prefer a better picture to sound alone where the engine cannot decode the lowest',
		play([[failed('undecodable')]], 2),
		{ name: 'sd', owed: owedRefused('ld') },
	],
	[
		'go on with the recording that is sound alone where the engine can decode no picture',
		play(Array<[PlayerEvent]>(3).fill([failed('undecodable')])),
		{ status: 'replay', name: 'sound' },
	],
	[
		'play the sound of the last one by its address where there is no such recording, and say so',
		play([
			[refreshed(['hd', 'sd'])],
			[failed('undecodable')],
			[failed('undecodable')],
			[check, { lacksPicture: true }],
		]),
		{ status: 'replay', reason: 'undecodable', failure: '', name: 'sd' },
		'loadRecording loadRecording',
	],
	[
		'say so where there is no other way',
		play(Array<[PlayerEvent, Fields]>(5).fill([failed('undecodable'), { canLoad: false }])),
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
]);

it.run();
