/** Grey lines in the place of text that is loading. */
export function Skeleton({ lines }: { lines: number }) {
	return (
		<div className="skeleton" aria-label="加载中…" role="img">
			{Array.from({ length: lines }, () => (
				<i />
			))}
		</div>
	);
}
