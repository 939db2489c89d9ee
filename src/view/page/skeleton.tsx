import * as texts from '../../texts.ts';

/** Grey lines instead of loading text. */
export function Skeleton({ lines }: { lines: number }) {
	return (
		<div className="skeleton" aria-label={texts.LOADING} role="img">
			{Array.from({ length: lines }, () => (
				<i />
			))}
		</div>
	);
}
