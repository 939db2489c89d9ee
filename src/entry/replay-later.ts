/** Script of what a recording does not need before its first picture, readers that few files need among it. */
import { addRest, recordingLater } from '../player/recording-later.ts';

const handoff = window.livePage!;
handoff.replayLater = recordingLater;
addRest(handoff.boot!.player);
