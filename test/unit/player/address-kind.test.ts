import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { addressKind } from '../../../src/player/report/visit-report.ts';

const it = suite('kinds of addresses in reports');

for (const [address, kind, realTime = false, status = 1] of [
	['artc://h/a/b', 'artc', true],
	['artc://h/a/b', 'flv'],
	['https://h/whep', 'whep', true],
	['https://h/a.flv?auth_key=1', 'flv'],
	['https://h/a.live.mp4', 'mp4'],
	['https://h/a.mp4', 'file', false, 3],
	['https://h/a.m3u8?x', 'hls', false, 3],
	['https://h/a', 'file'],
	['', ''],
] as const)
	it(`should call ${address || 'nothing'} ${kind || 'nothing'}${realTime ? ' by WebRTC' : ''}`, () => {
		const state = { ...INITIAL_STATE, qualities: [{ address }], source: { status } } as unknown as PlayerState;
		assert.is(addressKind(state, realTime, '/whep$'), kind);
	});

it.run();
