/**
 * Inlined in the head, before anything is painted: decides whether the promotion header has its place,
 * so that nothing moves when the page comes alive. Nothing else belongs here.
 */
import { showsPromotion } from './visit/promotion';

const config = JSON.parse(document.getElementById('config')!.textContent!) as import('./config').Config;
if (showsPromotion(navigator.userAgent, config.app.userAgentToken)) document.documentElement.className = 'promoted';
