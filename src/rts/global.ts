/** Stand-alone script: sets the global `AliRTS`, as the SDK's script does. */
import { AliRTS } from './index.ts';

(window as unknown as { AliRTS: typeof AliRTS }).AliRTS = AliRTS;
