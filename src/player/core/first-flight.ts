/**
 * The part of the player that the first flight needs: in the HTML, whose size is the tightest budget. All else
 * registers in one call (`extend-player.ts`).
 * See `docs/decisions/first-flight.md`.
 */

/** Shows and plays what the detail call names, by the rules of `rules/transition.ts`. */
export { createPlayer } from './create-player.ts';
/** Lists the qualities, and chooses the first. */
export { firstQuality, qualitiesOf } from './list-qualities.ts';
export { linkRate } from '../link/link-rate.ts';
export { POLICY } from './policy.ts';
/** Distinguishes streams and media URLs. */
export { streamOf, usesWebRtc } from './source.ts';
/** Holds a replay for a tap. */
export { isHeld } from './status.ts';
