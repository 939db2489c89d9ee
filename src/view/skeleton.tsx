import * as texts from '../texts.ts';

/** Grey lines in the place of text that is loading. */
export function Skeleton({ lines }: { lines: number }) {
	return (
		<div className="skeleton" aria-label={texts.LOADING} role="img">
			{Array.from({ length: lines }, () => (
				<i />
			))}
		</div>
	);
}
