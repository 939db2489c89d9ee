/** Functions of inlined scripts for later ones (`livePage.shared`), listed in `shared-modules.mjs`. */
import { ApiError, openEnvelope, parseJson } from '../api/envelope.ts';
import { fetchLive } from '../api/fetch-live.ts';
import { formText } from '../api/sign-request.ts';
import { loadScript } from '../network/load-script.ts';
import { createPlayClient } from '../rts/play/play.ts';
import { retryAfterOf } from '../rts/play/retry-after.ts';
import { attempt, fail, show, start } from '../player/core/attempt.ts';
import { enter, isRealTime, play } from '../player/core/draft.ts';
import { coreRules } from '../player/core/transition.ts';
import { isLive, streamOf } from '../player/core/source.ts';
import { countOf, records, text } from '../safe/fields.ts';
import { safeUrl } from '../safe/url.ts';
import { withoutSecrets } from '../visit/visit.ts';

/** Functions of the head script. */
export const headShared = {
	ApiError,
	openEnvelope,
	parseJson,
	retryAfterOf,
	fetchLive,
	formText,
	countOf,
	records,
	text,
	safeUrl,
	withoutSecrets,
};

/** Functions of the boot script. */
export const bootShared = {
	loadScript,
	attempt,
	fail,
	start,
	enter,
	isRealTime,
	play,
	coreRules,
	show,
	createPlayClient,
	streamOf,
	isLive,
};

/** Partial before the boot script. */
export type Shared = typeof headShared & Partial<typeof bootShared>;
