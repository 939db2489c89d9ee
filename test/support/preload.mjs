/**
 * Loaded into every test process before its file (`node --import tsx --import ./test/helpers/preload.mjs`).
 * Watches uvu for its silent passes, and lets components import `react` as the build does.
 */
import { register } from 'node:module';

register('./resolve.mjs', import.meta.url);
