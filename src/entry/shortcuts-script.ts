/** The script of shortcuts: keys and double clicks. The first one makes the deferred script load it. */
import { createShortcuts } from '../view/shortcuts.ts';

window.livePage!.createShortcuts = createShortcuts;
