/** Stand-alone script with the SDK's global `AliRTS`. */
import { AliRTS } from './index.ts';

(window as unknown as { AliRTS: typeof AliRTS }).AliRTS = AliRTS;
