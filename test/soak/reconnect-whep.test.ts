// measures time
/** Reconnecting by WHEP: the scenes of test/e2e/reconnect.test.ts. */
import { suite } from 'uvu';
import { addReconnectScenes } from '../support/reconnect-scenes.ts';

const it = suite('reconnect, WHEP');

addReconnectScenes(it, {
	id: 6,
	stream: 'demo2',
	path: '/whep/',
	wrongAnswer: { status: 201, body: 'v=0\r\n', contentType: 'application/sdp' },
});

it.run();
