import type { ApiError, openEnvelope } from '../api/envelope.ts';
import type { Live, detailUrl, readLive } from '../api/live.ts';
import type { formText, SignRequest } from '../api/sign-request.ts';
import type { Config } from '../config.ts';
import type { safeUrl } from '../safe/url.ts';
import type { count, records, text } from '../safe/fields.ts';
import type { Sanitizer } from '../safe/sanitize.ts';
import type { Late } from './deferred.ts';
import type { Picture } from '../player/picture.ts';
import type { Visit } from '../visit/visit.ts';

/** What the inlined scripts hand on to the bundle. */
export interface Handoff {
	config: Config;
	visit: Visit;
	/** The address the page was entered with, token and all: WeChat on iOS signs it. Never shown, and sent only to be signed. */
	entryUrl: string;
	signRequest: SignRequest;
	/** When the detail call was made, in milliseconds on the page's clock. */
	asked: number;
	/** The detail call, asked for at once. */
	detail: Promise<Live>;
	picture: Picture;
	/** The person saves data: pictures wait for a tap, and are asked for no sharper than needed. */
	saveData: boolean;
	/** The address of a picture at the width it is shown with, in CSS pixels. */
	imageUrl: (address: string, width: number) => string;
	/** Usage reports of the streaming client, kept until the bundle takes over `report`. */
	reports: [messageId: number, args: Record<string, unknown>][];
	report: (messageId: number, args: Record<string, unknown>) => void;
	/** The button that was pressed last, before there was anything behind it. */
	early?: HTMLButtonElement | null;
	/** What nobody waits for, once its script has been loaded. */
	late?: Late;
	/** Makes rich HTML safe to show, once the rich-text script has been loaded. */
	sanitize?: Sanitizer;
	/**
	 * Functions that both the first script and the bundle call. The build makes the bundle take them from here,
	 * so that nothing is sent twice; the list in `build.mjs` names their files.
	 */
	shared: {
		ApiError: typeof ApiError;
		count: typeof count;
		formText: typeof formText;
		detailUrl: typeof detailUrl;
		openEnvelope: typeof openEnvelope;
		readLive: typeof readLive;
		records: typeof records;
		safeUrl: typeof safeUrl;
		text: typeof text;
	};
}

declare global {
	interface Window {
		livePage?: Handoff;
	}
}
