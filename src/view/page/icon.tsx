/** Paths that several components show. */
export const PLAY = 'M8 5v14l11-7z';
export const MUTED = 'M4 9v6h4l5 5V4L8 9zm12.5 3 3-3 1 1-3 3 3 3-1 1-3-3-3 3';

/** An icon on a 24 by 24 grid, hidden from screen readers. */
export function Icon({ path }: { path: string }) {
	return (
		<svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
			<path d={path} />
		</svg>
	);
}
