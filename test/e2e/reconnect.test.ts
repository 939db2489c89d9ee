// measures time
/** Reconnecting by artc; test/soak/reconnect-whep.test.ts has the same scenes by WHEP. */
import { suite } from 'uvu';
import { addReconnectScenes } from '../support/reconnect-scenes.ts';

const it = suite('reconnect');

addReconnectScenes(it, {
	id: 1,
	stream: 'demo',
	path: '/live/',
	wrongAnswer: { body: { code: 200, trace_id: 't', jsep: { type: 'answer', sdp: 'v=0\r\n' } } },
});

it.run();
