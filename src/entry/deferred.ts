/**
 * The second script: what nobody waits for, and so what must not travel before the first frame. Opening the native app,
 * saving pictures, sharing, usage reports, the support table. The bundle loads it when the picture is up,
 * or at once when a press needs it.
 */
import shareImage from '../../static/share.png';
import type { Call } from '../api/request.ts';
import type { Live } from '../api/live.ts';
import { shareSignature } from '../api/share-signature.ts';
import { createBridge } from '../native/bridge.ts';
import { copyText } from '../native/clipboard.ts';
import { watchLongPress } from '../native/long-press.ts';
import { createOpenApp } from '../native/open-app.ts';
import { setShare } from '../share/set-share.ts';
import { shareData } from '../share/share-card.ts';
import { createReporter } from '../rts/reporter.ts';
import { checkSupport } from '../rts/support.ts';
import { environment as readEnvironment } from '../visit/environment.ts';

const handoff = window.livePage!;
const { config, entryUrl } = handoff;
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
		for (const [messageId, args] of handoff.reports) report(messageId, args);
		handoff.report = report;
	},
	/** Sets the share card in WeChat and QQ. Its failure is only logged (spec §8). */
	share(call: Call, live: Live) {
		const share = { ...config.share, image: config.share.image || shareImage };
		return setShare({
			environment,
			data: shareData(live, location.href, share),
			sign: (url) => shareSignature(call, url),
			entryUrl: entryUrl,
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

/** What the late script offers, at `Handoff.late`. */
export type Late = typeof late;

handoff.late = late;
