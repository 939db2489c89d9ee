/** Script of shortcuts, loaded at the first one. */
import { createShortcuts } from '../view/stage/shortcuts.ts';

window.livePage!.createShortcuts = createShortcuts;
