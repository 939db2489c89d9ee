import full from '../origin/demo.json' with { type: 'json' };

/** The configuration of the demonstration, for tests that are not about qualities: one, and sound alone. */
export const demo = { ...full, rts: { ...full.rts, qualities: [] } };
