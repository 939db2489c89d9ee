import type { Sample } from '../../rts/play/stall-detector.ts';
import type { createElement } from '../core/element.ts';

/** Calls `listener` with each sample of what plays, from whichever client. */
export function followSamples(element: ReturnType<typeof createElement>, listener: (sample: Sample) => void): void {
	const { onSample } = element;
	element.onSample = (sample) => {
		onSample(sample);
		listener(sample);
	};
}
