/** The stand-alone script: makes the global that pages written for the SDK use, and nothing else. */
import { AliRTS } from './index.ts';

(window as unknown as { AliRTS: typeof AliRTS }).AliRTS = AliRTS;
