import type { Sample } from '../rts/stall-detector.ts';
import type { createElement } from './element.ts';

/** Calls `listener` with each sample of what plays, whichever client that is. */
export function followSamples(element: ReturnType<typeof createElement>, listener: (sample: Sample) => void): void {
	const { onSample } = element;
	element.onSample = (sample) => {
		onSample(sample);
		listener(sample);
	};
}
