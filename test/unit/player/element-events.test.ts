import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PlayerEvent } from '../../../src/player/core/draft.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { setup } from '../../support/dom.ts';
import { MEDIA_URL } from '../../support/player.ts';
import { openElement } from '../../support/player-element.ts';

const it = suite('player element, events');
it.before.each(() => setup());

/** An event of the element, what the element is like then, and what is reported. */
const elementEvents: [name: string, fields: object, reported: PlayerEvent[]][] = [
	['playing', {}, [{ type: 'playing', early: false }]],
	['playing', { srcObject: {} }, [{ type: 'playing', early: true }]],
	['playing', { srcObject: {}, videoWidth: 640 }, [{ type: 'playing', early: false }]],
	['waiting', {}, []],
	['ended', {}, [{ type: 'failed', reason: 'ended' }]],
	['volumechange', {}, [{ type: 'volumechange', early: false }]],
	['pause', { paused: true }, [{ type: 'pause' }]],
	['pause', { paused: false }, []],
	['pause', { paused: true, ended: true }, []],
	['error', { error: { code: 2 }, src: MEDIA_URL }, [{ type: 'failed', reason: 'media' }]],
	['error', { error: null, src: MEDIA_URL }, []],
	['error', { error: { code: 4 } }, []],
	['progress', { src: MEDIA_URL }, []],
	['timeupdate', {}, []],
];
for (const [name, fields, reported] of elementEvents)
	it(`should report ${reported[0]?.type ?? 'nothing'} for "${name}" of an element with ${JSON.stringify(fields)}`, () => {
		const { video, events } = openElement();
		Object.assign(video, fields);
		video.fire(name);
		assert.equal(events, reported);
	});

const DISCONNECTED = ErrorCode.ERROR_PC_DISCONNECTED;
const disconnected = { type: 'failed', reason: DISCONNECTED, error: { errorCode: DISCONNECTED } } as const;
for (const [name, reported] of [
	['canplay', [{ type: 'canplay' }]],
	['waiting', []],
	['playing', []],
	['ended', [{ type: 'failed', reason: 'ended' }]],
	[ErrorCode.ERROR_AUTOPLAY_ERROR, [{ type: 'playRefused' }]],
	[DISCONNECTED, [disconnected]],
] as const)
	it(`should report ${reported[0]?.type ?? 'nothing'} for ${name} of the client`, () => {
		const { client, events } = openElement();
		if (typeof name === 'string') client.event(name);
		else client.error(name);
		assert.equal(events, reported);
	});

it.run();
