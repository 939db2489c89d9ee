/**
 * What one script shares with the next: functions that an inlined script carries and later scripts call.
 * The build makes the later ones take them from `livePage.shared`, so that no function is sent twice.
 * `shared-modules.mjs` names them by module for the build; a test holds the two together.
 */
import { ApiError, openEnvelope, parseJson } from '../api/envelope.ts';
import { fetchLive } from '../api/live.ts';
import { formText } from '../api/sign-request.ts';
import { loadScript } from '../load-script.ts';
import { createPlayClient } from '../rts/play.ts';
import { retryAfterOf } from '../rts/retry-after.ts';
import { attempt, fail, show, start } from '../player/attempt.ts';
import { enter, isRealTime, play } from '../player/draft.ts';
import { coreRules } from '../player/player.ts';
import { isLive, streamOf } from '../player/source.ts';
import { countOf, records, text } from '../safe/fields.ts';
import { safeUrl } from '../safe/url.ts';
import { withoutSecrets } from '../visit/visit.ts';

/** Carried by the head script. */
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

/** Carried by the boot script, which adds them. */
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

/** `livePage.shared`: the second part is there once the boot script has run. */
export type Shared = typeof headShared & Partial<typeof bootShared>;
