import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
