import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { setup } from '../../support/dom.ts';
import { HLS, MEDIA_URL, REPLAY, settle, STREAM } from '../../support/player.ts';
import { openElement } from '../../support/player-element.ts';

const it = suite('player element');
it.before.each(() => setup());

/** Event of a client's error. */
const failure = (errorCode: ErrorCode) => ({ type: 'failed', reason: errorCode, error: { errorCode } }) as const;
const refusal = (name: string) => () => Promise.reject(Object.assign(new Error('x'), { name }));

it('should report that a stream cannot be had', async () => {
	const { client, events, load } = openElement();
	load(STREAM);
	client.subscriptions[0]!.reject(ErrorCode.ERROR_SIGNAL_ERROR);
	await settle();
	assert.equal(events, [failure(ErrorCode.ERROR_SIGNAL_ERROR)]);
});

it('should ignore what comes of a stream that was replaced', async () => {
	const { video, client, events, load } = openElement();
	load(STREAM);
	load(STREAM);
	load(STREAM);
	const [first, second, third] = client.subscriptions;
	const played: unknown[] = [];
	first!.resolve({ play: () => played.push('first') });
	second!.reject(ErrorCode.ERROR_HTTPREQUEST_ERROR);
	third!.resolve({ play: () => played.push('third') });
	await settle();
	assert.equal([played, events], [['third'], []]);
	assert.is(video.playCalls, 0);
});

it('should show nothing of a stream that is requested before it is loaded, and play it then without another request', async () => {
	const { video, client, events, element, load } = openElement();
	element.request({ kind: 'artc', address: STREAM }, 7000);
	const [subscription] = client.subscriptions;
	assert.equal([subscription!.address, subscription!.timeout], [STREAM, 7000]);
	const played: unknown[] = [];
	subscription!.resolve({ play: (target) => played.push(target) });
	await settle();
	client.sample({ time: 1, audioBytes: 1 });
	assert.equal([played, events], [[], []]);
	load(STREAM);
	await settle();
	assert.equal([played, events, client.subscriptions.length], [[video], [{ type: 'canplay' }], 1]);
});

for (const [what, then] of [
	['another address is loaded', () => {}],
	['it was refused', (client) => client.subscriptions[0]!.reject(ErrorCode.ERROR_SIGNAL_ERROR)],
	['it has failed since', (client) => client.error(ErrorCode.ERROR_PLAY_FAILED)],
	['it has ended since', (client) => client.event('ended')],
	['it was unloaded', (_, unload) => unload()],
] as [string, (client: ReturnType<typeof openElement>['client'], unload: () => void) => void][])
	it(`should request a stream anew where ${what}`, async () => {
		const { client, element, load } = openElement();
		const early = what.startsWith('another') ? `${STREAM}2` : STREAM;
		element.request({ kind: 'artc', address: early }, 7000);
		then(client, element.unload);
		client.subscriptions[0]!.resolve({ play: () => assert.unreachable('the early one') });
		await settle();
		load(STREAM);
		assert.is(client.subscriptions.length, 2);
		assert.is(client.subscriptions[1]!.address, STREAM);
	});

for (const withClient of [true, false])
	it(`should play a media URL in the element, ${withClient ? 'and end the stream before' : 'also without a client'}`, () => {
		const { video, client, load } = openElement({ withClient });
		video.srcObject = {} as MediaStream;
		load(MEDIA_URL);
		assert.equal([video.getAttribute('src'), video.srcObject, video.playCalls], [MEDIA_URL, null, 1]);
		assert.equal([client.subscriptions.length, client.unsubscribed], [0, +withClient]);
	});

for (const [vendor, src] of Object.entries({ 'Apple Computer, Inc.': HLS, 'Google Inc.': null, '': null }))
	for (const load of ['load', 'loadReplay'] as const)
		it(`should ${src ? 'play HLS by an engine of' : 'leave HLS to the script that loads it in an engine of'} "${vendor}" (${load})`, () => {
			const { element, video } = openElement();
			Object.assign(navigator, { vendor });
			if (load === 'load') element.load({ kind: 'url', address: HLS }, 7000);
			else element.loadReplay(HLS);
			assert.equal([video.getAttribute('src'), video.playCalls], [src, 1]);
			element.playHeld();
			assert.is(video.getAttribute('src'), HLS, 'where none comes');
		});

it('should leave the file of a replay to the script that loads it, or play it where that does not come', () => {
	const { element, video } = openElement();
	element.loadReplay(REPLAY);
	assert.equal([video.hasAttribute('src'), video.playCalls], [false, 1], 'a tap counts at once');
	for (const _ of [1, 2]) element.playHeld();
	assert.equal([video.getAttribute('src'), video.playCalls], [REPLAY, 2]);
	element.loadReplay(REPLAY);
	element.unload();
	element.playHeld();
	assert.not(video.hasAttribute('src'), 'nothing waits any more');
});

it('should unload what is shown, and end the stream', () => {
	const { element, video, client, load } = openElement();
	let resets = 0;
	video.load = () => void resets++;
	load(MEDIA_URL);
	element.unload();
	assert.equal([video.hasAttribute('src'), resets, client.unsubscribed], [false, 1, 2]);
	element.unload();
	assert.is(resets, 1, 'an element without a source is left alone');
});

it('should show the video’s frame, and the cover at its width', () => {
	const { element, video, cover } = openElement();
	video.parentElement!.hidden = cover.hidden = true;
	element.showCover('https://cdn.example.com/p.jpg');
	assert.equal(
		[video.parentElement!.hidden, cover.hidden, cover.src],
		[false, false, 'https://cdn.example.com/p.jpg?w=390'],
	);
	element.showCover('');
	assert.ok(cover.hidden);
});

for (const [what, result, events] of [
	['a refusal', refusal('NotAllowedError'), [{ type: 'playRefused' }]],
	['nothing where it is interrupted', refusal('AbortError'), []],
	['nothing where the engine returns nothing', () => undefined, []],
] as const)
	it(`should report ${what} of playing`, async () => {
		const { element, video, events: reported } = openElement();
		video.playResult = result;
		element.play();
		await settle();
		assert.equal([reported, video.playCalls], [events, 1]);
	});

it('should ignore the refusal of what was replaced', async () => {
	const { element, video, events, load } = openElement();
	video.playResult = refusal('NotAllowedError');
	element.play();
	video.playResult = () => Promise.resolve();
	load(MEDIA_URL);
	await settle();
	assert.equal(events, []);
});

it('should mute the video or not as it plays, and leave that as it is otherwise', () => {
	const { element, video } = openElement();
	element.play(true);
	assert.equal([video.muted, video.playCalls], [true, 1]);
	element.play();
	assert.ok(video.muted);
	element.play(false);
	assert.not(video.muted);
});

it.run();
