import type { ApiError, openEnvelope } from './api/envelope';
import type { Live, liveAddress, readLive } from './api/live';
import type { formText, Seal } from './api/packet';
import type { Config } from './config';
import type { safeAddress } from './content/address';
import type { count, records, text } from './content/fields';
import type { Late } from './late';
import type { Picture } from './player/picture';
import type { Visit } from './visit/visit';

/** What the inlined scripts hand on to the bundle. */
export interface Handle {
	config: Config;
	visit: Visit;
	/** The address the page was entered with, token and all: WeChat on iOS signs it. Never shown, and sent only to be signed. */
	entryAddress: string;
	seal: Seal;
	/** When the detail call was made, in milliseconds on the page's clock. */
	asked: number;
	/** The detail call, asked for at once. */
	detail: Promise<Live>;
	picture: Picture;
	/** The person saves data: pictures wait for a tap, and are asked for no sharper than needed. */
	frugal: boolean;
	/** The address of a picture at the width it is shown with, in CSS pixels. */
	pictureAddress: (address: string, width: number) => string;
	/** Usage reports of the streaming client, kept until the bundle takes over `report`. */
	reports: [messageId: number, args: Record<string, unknown>][];
	report: (messageId: number, args: Record<string, unknown>) => void;
	/** The button that was pressed last, before there was anything behind it. */
	early?: HTMLButtonElement | null;
	/** What nobody waits for, once its script has been loaded. */
	late?: Late;
	/**
	 * Functions that both the first script and the bundle call. The build makes the bundle take them from here,
	 * so that nothing is sent twice; the list in `build.mjs` names their files.
	 */
	shared: {
		ApiError: typeof ApiError;
		count: typeof count;
		formText: typeof formText;
		liveAddress: typeof liveAddress;
		openEnvelope: typeof openEnvelope;
		readLive: typeof readLive;
		records: typeof records;
		safeAddress: typeof safeAddress;
		text: typeof text;
	};
}

declare global {
	interface Window {
		livePage?: Handle;
	}
}
