import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHttpClient } from '../../../src/player/act/http-client.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { serveApi } from '../../support/api-server.ts';
import { setup } from '../../support/dom.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('client of lives over HTTP');
const api = serveApi(it);
it.before.each(() => {
	setup();
	Object.assign(globalThis, { self: globalThis });
});

it('should reject with the status of a refusal, and the wait that the server demands', async () => {
	api.answers = [(response) => void response.writeHead(503, { 'retry-after': '7' }).end('<html>')];
	const client = createHttpClient({ readLater: () => undefined, loadLater: async () => assert.unreachable() as never });
	client.on('onError', assert.unreachable);
	const error = await rejection(client.subscribe(`${api.base()}/live/a.flv`));
	await client.unsubscribe();
	const { errorCode, status, retryAfter } = error as unknown as Record<string, number>;
	assert.equal([errorCode, status, retryAfter], [ErrorCode.ERROR_HTTPREQUEST_ERROR, 503, 7000]);
});

it.run();
