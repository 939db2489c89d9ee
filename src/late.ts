/**
 * The second script: what nobody waits for, and so what must not travel before the first frame. Opening the native app,
 * saving pictures, sharing, usage reports, the support table. The bundle loads it when the picture is up,
 * or at once when a press needs it.
 */
import shareImage from '../static/share.png';
import type { Call } from './api/client';
import type { Live } from './api/live';
import { shareSignature } from './api/share-signature';
import { createBridge } from './host/bridge';
import { copyText } from './host/copy';
import { watchLongPress } from './host/long-press';
import { createOpenApp } from './host/open-app';
import { setShare } from './host/set-share';
import { shareData } from './host/share';
import { createReporter } from './rts/reporter';
import { checkSupport } from './rts/support';
import { environment as readEnvironment } from './visit/environment';

const handle = window.livePage!;
const { config, entryAddress } = handle;
const { userAgentToken, bridgeName } = config.app;
const { userAgent, maxTouchPoints } = navigator;
const environment = readEnvironment(userAgent, maxTouchPoints);
const insideApp = !!userAgentToken && userAgent.includes(userAgentToken);
const bridge = createBridge(bridgeName, { insideApp });

const late = {
	/** Opens the native app, or says what a person can do instead. */
	openApp: createOpenApp({ environment, app: config.app, bridge, insideApp }),
	copyText,
	/** The specification's verdict on this browser (spec §5). */
	support: () => checkSupport(userAgent, { webrtc: !!self.RTCPeerConnection }),
	/** Sends the streaming client's reports, those from before included. */
	report() {
		const { report } = createReporter({ logUrl: config.rts.logUrl });
		for (const [messageId, args] of handle.reports) report(messageId, args);
		handle.report = report;
	},
	/** Sets the share card in WeChat and QQ. Its failure is only logged (spec §8). */
	share(call: Call, live: Live) {
		const share = { ...config.share, image: config.share.image || shareImage };
		return setShare({
			environment,
			data: shareData(live, location.href, share),
			sign: (url) => shareSignature(call, url),
			entryUrl: entryAddress,
		});
	},
	/** Inside the native app a long press on a picture saves it (spec §2); `say` tells how that went. */
	savePictures(root: HTMLElement, say: (message: string) => void) {
		if (insideApp)
			watchLongPress(root, ({ currentSrc, src }) =>
				bridge.call('saveImage', { url: currentSrc || src }).then(
					() => say('保存成功!'),
					() => say('保存失败，请重试!'),
				),
			);
	},
};

/** What the late script offers, at `Handle.late`. */
export type Late = typeof late;

handle.late = late;
