/** The page's icons, drawn on a 24 by 24 grid. */
const PATHS = {
	play: 'M8 5v14l11-7z',
	viewers: 'M12 5c5 0 9 4.500 10 7-1 2.500-5 7-10 7S3 14.500 2 12c1-2.500 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
	muted: 'M4 9v6h4l5 5V4L8 9zm12.500 3 3-3 1 1-3 3 3 3-1 1-3-3-3 3',
	fullscreen: 'M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z',
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
	return (
		<svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
			<path d={PATHS[name]} />
		</svg>
	);
}
