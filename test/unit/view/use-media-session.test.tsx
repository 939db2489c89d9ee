import { fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../support/read-live.ts';
import type { PlayerStatus } from '../../../src/models/player-model.ts';
import type { ViewProps } from '../../../src/view/page/props.ts';
import { useMediaSession } from '../../../src/view/dialogs/use-media-session.ts';

const it = suite('media session');
it.before.each(() => setup());
it.after.each(reset);

async function show(audioOnly: boolean) {
	const handlers: Record<string, (() => void) | null> = {};
	const session = {
		metadata: null as object | null,
		playbackState: 'none',
		setActionHandler: (action: string, handler: (() => void) | null) => void (handlers[action] = handler),
	};
	Object.assign(navigator, { mediaSession: session });
	// Its fields are those it is made of.
	Object.assign(globalThis, { MediaMetadata: Object });
	const { page, actions } = await renderView(({ page }: ViewProps) => {
		useMediaSession(page);
		return null;
	});
	const coverImg = 'https://oss.example.com/cover.png';
	await page.live.load(async () => readLive({ id: 1, title: '开放日', organizationTitle: '阳光实验小学', coverImg }));
	const set = async (status: PlayerStatus) => {
		const qualities = [{ name: '', kbps: 0, address: '', audioOnly }];
		page.player.state.value = { ...page.player.state.value, status, qualities, quality: 0 };
		await settle();
	};
	await set('playing');
	return { session, handlers, actions, set };
}

it('should name sound alone on the lock screen, and be controlled by it', async () => {
	const { session, handlers, actions, set } = await show(true);
	const artwork = [{ src: 'https://oss.example.com/cover.png?w=256' }];
	assert.equal(session.metadata, { title: '开放日', artist: '阳光实验小学', artwork });
	handlers['pause']!();
	await set('paused');
	assert.is(session.playbackState, 'paused');
	handlers['play']!();
	assert.equal(actions, ['pause', 'play']);
	await set('ended');
	assert.equal([session.metadata, handlers], [null, { play: null, pause: null }]);
});

for (const status of ['ended', 'replay'] as const)
	it(`should leave it to the browser whether something plays after a broadcast (${status})`, async () => {
		const { session, set } = await show(false);
		assert.is(session.playbackState, 'playing');
		await set(status);
		assert.is(session.playbackState, 'none');
	});

it('should name a broadcast with video in the background only', async () => {
	const { session } = await show(false);
	assert.is(session.metadata, null);
	for (const hidden of [true, false]) {
		Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
		await fire(document, 'visibilitychange');
		assert.is(!!session.metadata, hidden);
	}
});

it.run();
