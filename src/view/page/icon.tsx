/** On a 24 by 24 grid. */
const PATHS = {
	play: 'M8 5v14l11-7z',
	viewers: 'M12 5c5 0 9 4.5 10 7-1 2.5-5 7-10 7S3 14.5 2 12c1-2.5 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
	muted: 'M4 9v6h4l5 5V4L8 9zm12.5 3 3-3 1 1-3 3 3 3-1 1-3-3-3 3',
	chat: 'M4 4h16v12H9l-5 4z',
};

/** A name, or the path of an icon that one component has. */
type IconProps = { name: keyof typeof PATHS; path?: never } | { name?: never; path: string };

/** An icon, hidden from screen readers. */
export function Icon({ name, path }: IconProps) {
	return (
		<svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
			<path d={name ? PATHS[name] : path} />
		</svg>
	);
}
