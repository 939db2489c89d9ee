/** A gradient over the whole image. */
export function sky(from: string, to: string): string {
	return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0.3" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="640" height="360" fill="url(#sky)"/>`;
}

/** Hills along the bottom. */
export function hills(color: string, top: number, phase = 0): string {
	const points = Array.from(
		{ length: 17 },
		(_, i) => `${i * 40},${Math.round(top + 22 * Math.sin(i * 0.7 + phase) + 9 * Math.sin(i * 1.9 + phase))}`,
	);
	return `<polygon fill="${color}" points="0,360 ${points.join(' ')} 640,360"/>`;
}

export function tree(x: number, y: number, size: number, color: string): string {
	return `<rect x="${x - size / 10}" y="${y - size / 2}" width="${size / 5}" height="${size / 2}" fill="#7a5230"/><circle cx="${x}" cy="${y - size * 0.8}" r="${size / 2}" fill="${color}"/><circle cx="${x - size / 5}" cy="${y - size * 0.9}" r="${size / 4}" fill="#fff" opacity=".12"/>`;
}

/** A sun or a moon with a glow. */
export function disc(x: number, y: number, r: number, color: string): string {
	return `<circle cx="${x}" cy="${y}" r="${r * 1.7}" fill="${color}" opacity=".18"/><circle cx="${x}" cy="${y}" r="${r}" fill="${color}"/>`;
}

export function cloud(x: number, y: number, size: number): string {
	return `<g fill="#fff" opacity=".85"><ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.32}"/><circle cx="${x - size * 0.3}" cy="${y - size * 0.22}" r="${size * 0.34}"/><circle cx="${x + size * 0.22}" cy="${y - size * 0.3}" r="${size * 0.44}"/></g>`;
}

/** A child with raised arms; `n` selects the colours. */
export function child(x: number, y: number, n: number): string {
	const shirt = ['#e4572e', '#f3a712', '#29a19c', '#5b5ea6', '#d7263d'][n % 5];
	return `<g stroke="#e8b48a" stroke-width="6" stroke-linecap="round"><path d="M${x - 10} ${y - 44}l-14 -20M${x + 10} ${y - 44}l14 -20"/></g><path d="M${x - 14} ${y}l4 -50h20l4 50z" fill="${shirt}"/><circle cx="${x}" cy="${y - 62}" r="13" fill="#f2c6a0"/><path d="M${x - 13} ${y - 64}a13 13 0 0 1 26 0q-13 -8 -26 0" fill="#33261d"/>`;
}

/** One line of large white text, below what the page shows over the top of a cover. */
export function caption(text: string, x = 36): string {
	return `<text x="${x}" y="128" font-family="'PingFang SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif" font-size="40" font-weight="700" fill="#fff">${text}</text>`;
}
