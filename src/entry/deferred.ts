/**
 * The deferred script: what is not needed for the first frame. Opening the native app, saving images, sharing, usage
 * reports, the support table. The bundle loads it after startup, or at once when a click needs it.
 */
import shareImage from '../../static/share.png';
import type { Deferred } from '../models/app.ts';
import { createBridge } from '../native/bridge.ts';
import { copyText } from '../native/clipboard.ts';
import { createOpenApp } from '../native/open-app.ts';
import { saveImages } from '../native/save-images.ts';
import { createReporter } from '../rts/reporter.ts';
import { checkSupport } from '../rts/support.ts';
import { setShare } from '../share/set-share.ts';
import { shareData } from '../share/share-card.ts';
import { environment as readEnvironment } from '../visit/environment.ts';
import { isInsideApp } from '../visit/promotion.ts';
import { registerServiceWorker } from './register-service-worker.ts';

const handoff = window.livePage!;

function createDeferred(): Deferred {
	const { config, entryUrl } = handoff.head;
	const { userAgentToken, bridgeName } = config.app;
	const { userAgent, maxTouchPoints } = navigator;
	const environment = readEnvironment(userAgent, maxTouchPoints);
	const insideApp = isInsideApp(userAgent, userAgentToken);
	const bridge = createBridge(bridgeName, { insideApp });

	return {
		openApp: createOpenApp({ environment, app: config.app, bridge, insideApp }),
		copyText,
		checkSupport: () => checkSupport(userAgent, { webrtc: !!self.RTCPeerConnection }),
		startReports() {
			const boot = handoff.boot!;
			const { report } = createReporter({ logUrl: config.rts.logUrl });
			for (const earlier of boot.reports) report(...earlier);
			boot.report = report;
		},
		registerServiceWorker: () => registerServiceWorker(navigator.serviceWorker, config.serviceWorker),
		setShare(live, fetchSignature) {
			const share = { ...config.share, image: config.share.image || shareImage };
			return setShare({ environment, data: shareData(live, location.href, share), fetchSignature, entryUrl });
		},
		saveImages: (showToast) => void saveImages({ root: document.getElementById('app')!, bridge, insideApp, showToast }),
	};
}

// An attempt to load the script that took too long may arrive after the next one.
handoff.deferred = handoff.deferred || createDeferred();
