import { readAnswer } from '../../src/api/fetch-live.ts';
import { completeLive, type Live } from '../../src/api/live.ts';

/** Reads a live as the head script and the bundle do together. */
export const readLive = (recData: unknown, qualitiesField = 'qualities'): Live =>
	completeLive(readAnswer(recData, qualitiesField));
