/** Hostile descriptions from a seed. Runs in the page, too. */

const NAMES =
	'a b big code em font i nobr s small strike strong tt u x-b p div section span li ul ol h1 blockquote pre table tbody tr td th caption button marquee object applet select option form template noscript svg math mtext foreignObject ruby rt dl dt dd details summary figure video audio br hr center'.split(
		' ',
	);
const PROPERTIES =
	'margin margin-top margin-left padding padding-bottom width max-width text-indent line-height font-size float position height'.split(
		' ',
	);
const VALUES =
	'1e9px 1e9em 99999999px 999px 99em 999% 300% 1e-9px -1px -1e3em 5e2px 62em 10in 9e99rem 12px calc(9px*9) 0 50% left absolute 2 9999 1.5'.split(
		' ',
	);
const NARROWING = ['width', 'max-width', 'margin-left', 'margin-right', 'padding-left', 'text-indent'];
const SIZES = '1 20 99 999 9999 1e9 99999999 50% 100% 9999% -5 0'.split(' ');
const TEXTS = ['x', '文', '很长的文字。', 'a中', '\u05d0b', 'word word ', '\u0301', '&lt;b&gt;', '<!--x-->', ''];

/** Numbers from 0 up to 1, the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
	return () => {
		seed = (seed + 0x6d2b79f5) | 0;
		let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A description of up to 64 kB; most are small, because few are needed to find what is slow when it is large. */
export function generateDescription(seed: number): string {
	const random = randomFrom(seed + 1);
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
	const upTo = (limit: number) => 1 + Math.floor(random() * limit);
	let count = 0;

	const attributes = (name: string) => {
		const all = random() < 0.5 ? [`lang=i${count++}`] : [];
		if (/^t[dh]$/.test(name)) all.push(`colspan=${pick(SIZES)} rowspan=${pick(SIZES)}`);
		if (name === 'a') all.push(`href=/${count}`);
		if (random() < 0.3) all.push(`align=${pick(['left', 'right', 'center'])}`);
		if (random() < 0.3) all.push(`width=${pick(SIZES)} height=${pick(SIZES)}`);
		if (random() < 0.4)
			all.push(`style="${Array.from({ length: upTo(3) }, () => `${pick(PROPERTIES)}:${pick(VALUES)}`).join(';')}"`);
		return all.map((attribute) => ` ${attribute}`).join('');
	};
	const piece = (): (() => string) => {
		const name = random() < 0.1 ? 'img' : pick(NAMES);
		const text = pick(TEXTS);
		const fixed = attributes(name);
		const numbered = random() < 0.6;
		const given = () => (numbered ? `${fixed} lang=i${count++}` : fixed);
		const kind = random();
		if (name === 'img') return () => `<img src=/x${fixed}>`;
		if (kind < 0.5) return () => `<${name}${given()}>${text}`;
		if (kind < 0.7) return () => `<${name}${given()}>${text}</${name}>`;
		if (kind < 0.8) return () => `</${name}>${text}`;
		return () => `<table${fixed}><tr><td${given()}>${text}`;
	};

	const size = random() < 0.08 ? 64_000 : random() < 0.3 ? 8000 : 800;
	let html = random() < 0.5 ? '<p>' : '';
	const runs = upTo(4);
	for (let run = 0; run < runs; run++) {
		const pieces = Array.from({ length: upTo(3) }, piece);
		const times = random() < 0.2 ? 1 : upTo(480);
		for (let time = 0; time < times && html.length < size; time++) html += pieces.map((make) => make()).join('');
	}
	html = html.slice(0, size);
	// Last, so that earlier seeds stay what they were.
	return random() < 0.25 ? narrowText(pick, upTo) + html : html;
}

/** Text in boxes that leave room for a letter in a line, each letter in nested elements. */
function narrowText(pick: <T>(list: readonly T[]) => T, upTo: (limit: number) => number): string {
	const open = (names: string, declaration: () => string) => `<${pick(names.split(' '))} style="${declaration()}">`;
	const openAll = (limit: number, make: () => string) => Array.from({ length: upTo(limit) }, make).join('');
	const boxes = openAll(7, () =>
		open(
			'div blockquote ul li section dd',
			() => `${pick(NARROWING)}:${pick(['0', '1px', '3px', '90%', '300%', '999px'])}`,
		),
	);
	const inlines = openAll(10, () =>
		open('b i u span font big small sup del a', () => `font-size:${pick(['1px', '30px', '300%', '1.5em', '62em'])}`),
	);
	const text = pick(TEXTS).repeat(upTo(2400));
	return Array.from({ length: upTo(3) }, () => boxes + inlines + text).join('</p></div>');
}
