/** In-app script, for the provider's native app. */
import { saveImages } from '../native/save-images.ts';

window.livePage!.saveImages = saveImages;
