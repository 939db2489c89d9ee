/** The in-app script: what only the provider's native app can do. A visit there loads it after the deferred script. */
import { saveImages } from '../native/save-images.ts';

window.livePage!.saveImages = saveImages;
