/** Says why a broadcast's quality changes by itself: the numbers that decided, for the console and for support. */
import type { LiveDraft } from '../core/draft.ts';
import { isStreaming } from '../core/status.ts';
import { lossOf } from '../rules/connection-window.ts';

/** Line for the console, as what plays changes or begins to; '' where it does not, or the viewer has picked it. */
export function changeLine(
	before: Pick<LiveDraft['next'], 'qualities' | 'quality' | 'trial'>,
	{ next, seen }: LiveDraft,
): string {
	const { trial, qualities, picked, choice, reason } = next;
	// Another list has other indexes.
	if (picked || !isStreaming(next) || qualities !== before.qualities) return '';
	const leads = (one: typeof trial) => (one && one.why !== 'better' && one.why !== 'picked' ? one : undefined);
	const [last, led] = [leads(before.trial), leads(trial)];
	const to = led ? led.quality : next.quality;
	// Said as the connection that takes over began.
	if (to === (last || before).quality) return '';
	const { kbps, silence } = seen.playing;
	const why = led ? led.why : before.trial ? before.trial.why : reason || 'empty';
	const loss = lossOf(choice.samples) * 100;
	return `broadcast: ${kbps.toFixed()} kbit/s, ${loss.toFixed()} % lost, ${(silence / 1000).toFixed(1)} s silent, ${why}: ${qualities[before.quality]!.name} to ${qualities[to]!.name}`;
}
