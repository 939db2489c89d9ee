/** Script of shortcuts (keys, double clicks), loaded by the deferred script at the first one. */
import { createShortcuts } from '../view/shortcuts.ts';

window.livePage!.createShortcuts = createShortcuts;
