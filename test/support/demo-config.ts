import full from '../origin/demo.json' with { type: 'json' };

/**
 * The configuration of the demonstration, for tests that are not about qualities: one, and sound alone by hand. A busy
 * machine starves the video, which would be left for sound alone.
 */
export const demo = { ...full, rts: { ...full.rts, qualities: [] }, player: { maxSwitches: 0 } };
