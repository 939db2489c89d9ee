import { tablesOf } from './as-text.ts';
import type { LiveTally, Tally } from './tally.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const WIDTH = 720;
const HEIGHT = 180;
/** Room for labels at the left and below. */
const LEFT = 44;
const BELOW = 22;

/** A plot's series: its name, colour and a value an hour. */
type Series = [name: string, colour: string, values: number[]];

/** A plot by hour: bars on one another, or lines. */
function plot(title: string, unit: string, hours: string[], series: Series[], isStacked: boolean): string {
	const sums = hours.map((_, at) => series.reduce((sum, [, , values]) => sum + values[at]!, 0));
	const highest = Math.max(...(isStacked ? sums : series.flatMap(([, , values]) => values)));
	// One significant figure above the highest.
	const step = 10 ** Math.floor(Math.log10(highest || 1));
	const top = Math.ceil((highest || 1) / step) * step;
	const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
	const slot = (WIDTH - LEFT) / hours.length;
	const x = (at: number) => LEFT + slot * at;
	const drawn = series.map(([name, colour, values], index) => {
		if (!isStacked) {
			const points = values.map((value, at) => `${(x(at) + slot / 2).toFixed(1)},${y(value).toFixed(1)}`);
			const dots = points.map((point, at) => {
				const [cx, cy] = point.split(',');
				return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"><title>${escape(`${hours[at]}: ${name} ${values[at]!.toFixed(1)} ${unit}`)}</title></circle>`;
			});
			return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
		}
		return values
			.map((value, at) => {
				const under = series.slice(0, index).reduce((sum, [, , below]) => sum + below[at]!, 0);
				const bar = `x="${(x(at) + slot * 0.1).toFixed(1)}" y="${y(under + value).toFixed(1)}" width="${(slot * 0.8).toFixed(1)}" height="${((value / top) * HEIGHT).toFixed(1)}"`;
				return `<rect ${bar} fill="${colour}"><title>${escape(`${hours[at]}: ${value} ${name}`)}</title></rect>`;
			})
			.join('');
	});
	const grid = [0, 0.5, 1].map((part) => {
		const at = y(top * part).toFixed(1);
		return `<line x1="${LEFT}" x2="${WIDTH}" y1="${at}" y2="${at}"/><text x="${LEFT - 6}" y="${Number(at) + 4}" text-anchor="end">${+(top * part).toPrecision(2)}</text>`;
	});
	const every = Math.ceil(hours.length / 12);
	const labels = hours.map((hour, at) =>
		at % every
			? ''
			: `<text x="${(x(at) + slot / 2).toFixed(1)}" y="${HEIGHT + 16}" text-anchor="middle">${escape(`${hour.slice(11)}:00`)}</text>`,
	);
	const legend = series.map(([name, colour]) => `<span><i style="background:${colour}"></i>${escape(name)}</span>`);
	return `<figure><figcaption>${escape(title)} ${legend.join('')}</figcaption><svg viewBox="0 -8 ${WIDTH} ${HEIGHT + BELOW + 8}" role="img" aria-label="${escape(title)}"><g class="grid">${grid.join('')}</g>${drawn.join('')}${labels.join('')}</svg></figure>`;
}

const STYLE = `:root{color-scheme:light dark;--line:#8884;--green:#2a9d62;--amber:#d98e04;--red:#d1453b;--blue:#2f6fde}
body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:24px auto;padding:0 16px}
h2{margin:40px 0 8px;overflow-wrap:anywhere}figure{margin:20px 0}svg{display:block;width:100%;height:auto}
svg text{font-size:11px;fill:currentColor;opacity:.7}@media(max-width:600px){svg text{font-size:18px}}polyline{vector-effect:non-scaling-stroke}.grid line{stroke:var(--line)}
figcaption{font-weight:600}figcaption span{display:inline-block;font-weight:400;margin-left:14px}figcaption i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:5px}
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:20px 0;font-variant-numeric:tabular-nums}
th,td{padding:3px 12px 3px 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}th:first-child,td:first-child{text-align:left}`;

function sectionOf([id, live]: [string, LiveTally]): string {
	const hours = [...live.hours.keys()].sort();
	const values = (read: (tally: Tally) => number) => hours.map((hour) => read(live.hours.get(hour)!));
	const plots = [
		plot(
			'Visits',
			'',
			hours,
			[
				['started', 'var(--green)', values(({ started }) => started)],
				['left before the start', 'var(--amber)', values(({ leavers }) => leavers)],
				['failed', 'var(--red)', values(({ failed }) => failed)],
			],
			true,
		),
		plot(
			'First frame, seconds',
			's',
			hours,
			[
				['median', 'var(--blue)', values((tally) => tally.firstFrame(0.5) / 1000)],
				['90 %', 'var(--amber)', values((tally) => tally.firstFrame(0.9) / 1000)],
			],
			false,
		),
		plot(
			'Still, % of the time',
			'%',
			hours,
			[['still', 'var(--red)', values(({ stillShare }) => stillShare * 100)]],
			false,
		),
	];
	const tables = tablesOf(live).map(({ head, rows }) => {
		const cells = (tag: string, row: string[]) => row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('');
		return `<div class="scroll"><table><tr>${cells('th', head)}</tr>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</table></div>`;
	});
	return `<h2>Live ${escape(id)}</h2>${plots.join('')}${tables.join('')}`;
}

/** One HTML page with plots and tables, which needs no other file. */
export const asPage = (lives: Map<string, LiveTally>): string =>
	`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>What viewers see</title><style>${STYLE}</style><h1>What viewers see</h1>${[...lives].map(sectionOf).join('')}</html>\n`;
