/** Script of what a recording does not need before its first picture, readers that few files need among it. */
import { recordingLater } from '../player/recording-later.ts';

window.livePage!.rareReaders = recordingLater;
