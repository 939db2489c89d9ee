/** Views of a page for tests of reconnecting. */
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import type { Origin } from '../origin/index.ts';
import { until } from './until.ts';

/** Policy of a player that returns to a closed stream as soon as to any other. */
export const soon = { maxRefreshDelay: 0 };

/** A page that {@link counting} ran in. */
export interface CountedPage {
	/** Peer connections that are open now, the most that ever were, and those that were made. */
	connections: { open: number; most: number; made: number };
	latestConnection: RTCPeerConnection;
}

/** Counts the peer connections of a page, and keeps the latest. To be called before its scripts run. */
export const counting = (page: Page) =>
	page.addInitScript(() => {
		const counts = { open: 0, most: 0, made: 0 };
		const Real = RTCPeerConnection;
		Object.assign(self, {
			connections: counts,
			RTCPeerConnection: class extends Real {
				shut = false;
				constructor(configuration?: RTCConfiguration) {
					super(configuration);
					counts.made++;
					counts.most = Math.max(counts.most, ++counts.open);
					Object.assign(self, { latestConnection: this });
				}
				override close() {
					if (!this.shut) counts.open--;
					this.shut = true;
					super.close();
				}
			},
		});
	});
export const connections = (page: Page) => page.evaluate(() => (self as unknown as CountedPage).connections);

/** Clicks a button over the video, which may have faded. */
export const press = (page: Page, name: string) =>
	page.locator(`button:has-text("${name}"), button[aria-label="${name}"]`).dispatchEvent('click');

export async function chooseQuality(page: Page, name: string): Promise<void> {
	await page.locator('[aria-label^="画质"]').dispatchEvent('click');
	await page.getByRole('menuitemradio', { name }).dispatchEvent('click');
}

/** Counts offers posted to a stream. */
export const attempts = (origin: Origin, endpoint: string) =>
	origin.requests().filter(({ path, method }) => method === 'POST' && path === endpoint).length;

/** Waits until frames are decoded. */
export async function untilMoving(page: Page): Promise<void> {
	const decoded = () =>
		// The HTML may not be there yet.
		page.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0);
	let before = 0;
	await until(async () => {
		const last = before;
		before = await decoded();
		return last > 0 && before > last && (await page.evaluate(() => !!document.querySelector('video')!.srcObject));
	}, 'the video moves');
}

/** Sees that the video moves over one connection, or another one beside it that takes over. */
export async function seesRecovery(page: Page): Promise<void> {
	await untilMoving(page);
	const { open, most } = await connections(page);
	assert.ok(open <= 2 && most <= 2, `${open} connections, ${most} at most`);
}

/** While `blocked`, no connection is made, as on a network without UDP: the server's password is wrong. */
export const withoutUdp = (page: Page) =>
	page.addInitScript(() => {
		const { prototype } = RTCPeerConnection;
		const apply = prototype.setRemoteDescription as (answer: RTCSessionDescriptionInit) => Promise<void>;
		Object.assign(self, { blocked: true });
		prototype.setRemoteDescription = function (this: RTCPeerConnection, { type, sdp }: RTCSessionDescriptionInit) {
			const { blocked } = self as unknown as { blocked: boolean };
			return apply.call(this, { type, sdp: blocked ? sdp!.replace(/(ice-pwd:).{9}/g, '$1wrongword') : sdp });
		} as (answer: RTCSessionDescriptionInit) => Promise<void>;
	});
