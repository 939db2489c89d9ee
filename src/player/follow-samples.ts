import type { Sample } from '../rts/stall-detector.ts';
import type { createElement } from './element.ts';

/** Calls `listener` with each sample of what plays, from whichever client. */
export function followSamples(element: ReturnType<typeof createElement>, listener: (sample: Sample) => void): void {
	const { onSample } = element;
	element.onSample = (sample) => {
		onSample(sample);
		listener(sample);
	};
}
