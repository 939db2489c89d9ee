import type { Page } from 'playwright-core';

/** A page in which {@link keepConnection} ran. */
export interface ConnectionKeeper {
	latestConnection: RTCPeerConnection;
}

/** Has a page keep its latest connection as `latestConnection`. To be called before its scripts run. */
export async function keepConnection(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const Real = RTCPeerConnection;
		Object.assign(self, {
			RTCPeerConnection: class extends Real {
				constructor(configuration?: RTCConfiguration) {
					super(configuration);
					Object.assign(self, { latestConnection: this });
				}
			},
		});
	});
}
