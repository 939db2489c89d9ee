import { readAnswer } from '../../src/api/fetch-live.ts';
import { defaults } from '../../src/config.ts';
import { completeLive, type Live } from '../../src/api/complete-live.ts';

/** Reads a live as the head script and the bundle do together. */
export const readLive = (recData: unknown, fields = defaults.api.fields): Live =>
	completeLive(readAnswer(recData, fields));
