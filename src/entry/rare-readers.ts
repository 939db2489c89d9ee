/** Script of the readers that few files need: fragmented ones, and places far within a long one. */
import { rareReaders } from '../media/mp4/rare-readers.ts';

window.livePage!.rareReaders = rareReaders;
