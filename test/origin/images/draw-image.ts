import { caption, child, cloud, disc, hills, sky, tree } from './shapes.ts';

/** Draws the SVG content of a motif, 640x360; variants count from 1. */
type Motif = (variant: number) => string;

const pick = (list: string[], variant: number) => list[(variant - 1) % list.length]!;

const windows = (x: number, y: number, columns: number, rows: number) =>
	Array.from(
		{ length: columns * rows },
		(_, i) =>
			`<rect x="${x + (i % columns) * 34}" y="${y + Math.floor(i / columns) * 38}" width="20" height="24" rx="2" fill="#bfe3f2"/>`,
	).join('');

const campus: Motif = (v) =>
	sky(pick(['#4aa3df', '#f6a667', '#6fb7d6', '#8e7cc3'], v), '#f4f1de') +
	cloud(120, 70, 52) +
	cloud(470, 50, 40) +
	hills('#7cb56b', 250, v) +
	`<rect x="130" y="130" width="380" height="140" fill="#f3e3c3"/><rect x="270" y="96" width="100" height="174" fill="#d96c4f"/><polygon points="262,98 320,58 378,98" fill="#8c3b2a"/><circle cx="320" cy="122" r="16" fill="#fff"/><path d="M320 112v10l7 5" stroke="#333" stroke-width="3" fill="none"/><rect x="300" y="218" width="40" height="52" fill="#6b3a2a"/>${windows(146, 150, 3, 3)}${windows(390, 150, 3, 3)}` +
	`<path d="M586 270V90" stroke="#888" stroke-width="5"/><path d="M588 92h44v28h-44z" fill="#de2910"/>` +
	hills('#5f9e56', 276, v + 2) +
	tree(70, 296, 70, '#3d8b4d') +
	tree(556, 304, 54, '#4f9d5d');

const science: Motif = (v) =>
	sky(pick(['#1d3b72', '#0f5e6b', '#3c2a6b'], v), pick(['#2a9d8f', '#57c4a0', '#b05fa8'], v)) +
	disc(530, 84, 34, '#ffd166') +
	`<g transform="translate(${v % 2 ? 380 : 330} 60) rotate(14)"><path d="M0 150V52q30 -66 60 0v98z" fill="#f7f7f7"/><circle cx="30" cy="72" r="14" fill="#3aa0d8"/><path d="M0 112l-26 44h26zM60 112l26 44h-26z" fill="#e4572e"/><path d="M10 152q20 70 40 0z" fill="#ffb347"/></g>` +
	`<g transform="translate(150 190)"><rect width="84" height="66" rx="12" fill="#dfe7ec"/><rect x="12" y="-48" width="60" height="44" rx="10" fill="#c3d2db"/><circle cx="30" cy="-26" r="7" fill="#1d3b72"/><circle cx="54" cy="-26" r="7" fill="#1d3b72"/><path d="M42 -48v-18" stroke="#c3d2db" stroke-width="5"/><circle cx="42" cy="-70" r="7" fill="#e4572e"/></g>` +
	hills('#12423f', 268, v) +
	[70, 290, 350, 540].map((x, i) => child(x, 346, i + v)).join('') +
	(v === 1 ? caption('校园科技文化节') : '');

const sports: Motif = (v) =>
	sky('#62b6e8', '#e8f6ff') +
	cloud(580, 50, 36) +
	cloud(420, 86, 56) +
	hills('#88c070', 176, v) +
	`<path d="M0 230h640v130H0z" fill="${pick(['#c8553d', '#b5473a', '#a63d40'], v)}"/>` +
	[252, 282, 314].map((y) => `<path d="M0 ${y}h640" stroke="#fff" stroke-width="3" opacity=".8"/>`).join('') +
	[110, 240, 350, 500].map((x, i) => child(x, 268 + (i % 3) * 30, i + v)).join('') +
	(v === 1 ? caption('秋季运动会') : '');

const stage: Motif = (v) =>
	sky(pick(['#5b1a3b', '#2b1b4f', '#7a2e1d'], v), '#1a0d20') +
	[120, 320, 520]
		.map((x) => `<polygon points="${x - 8},0 ${x + 8},0 ${x + 90},300 ${x - 90},300" fill="#ffe9a8" opacity=".16"/>`)
		.join('') +
	`<path d="M0 0q60 190 0 360zM640 0q-60 190 0 360z" fill="#a4161a"/><ellipse cx="320" cy="318" rx="300" ry="44" fill="#7d4f2b"/>` +
	[200, 260, 320, 380, 440].map((x, i) => child(x, 316 - (i % 2) * 8, i + v)).join('') +
	(v === 1 ? caption('童声里的四季', 200) : '');

const badge: Motif = () =>
	sky('#f6c453', '#e4572e') +
	`<circle cx="320" cy="180" r="150" fill="#fff" opacity=".18"/>` +
	disc(320, 200, 62, '#fff6d8') +
	`<path d="M170 260q75 -46 150 0q75 -46 150 0v42q-75 -46 -150 0q-75 -46 -150 0z" fill="#fff"/><path d="M320 260v42" stroke="#e4572e" stroke-width="4"/>`;

const motifs: Record<string, Motif> = { campus, science, sports, stage, badge };

/**
 * Draws an SVG image for a name such as `campus-2`.
 * @returns null when there is no such motif
 */
export function drawImage(name: string): string | null {
	const [, motif = '', variant = ''] = /^([a-z]+)-([1-9])$/.exec(name) ?? [];
	const draw = motifs[motif];
	if (!draw) return null;
	// The badge is square because head pictures are shown in a circle.
	const box = motif === 'badge' ? '140 0 360 360" width="240" height="240' : '0 0 640 360" width="640" height="360';
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${draw(Number(variant))}</svg>`;
}
