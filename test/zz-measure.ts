import { openSite } from './support/site.ts';
import { EDITOR_ARTICLES } from './fixtures/editor-article.ts';
const RATE = Number(process.argv[2] || 4);
const SIZE = Number(process.argv[3] || 290_000);
const only = process.argv[4];
const site = await openSite({ config: { livePollInterval: 0, chatPollInterval: 0 } });
const upTo = (n: number, s: string) => s.repeat(Math.floor(n / s.length));
const times = (n: number, f: (i: number) => string) => Array.from({ length: n }, (_, i) => f(i)).join('');
const cases: Record<string, string> = {};
for (const [name, make] of Object.entries(EDITOR_ARTICLES)) { let n = 10; while (make(n * 1.2 | 0).length < SIZE) n = Math.ceil(n * 1.1); cases[name] = make(n); }
Object.assign(cases, {
 text: '文'.repeat(SIZE), textp: '<p>' + '很长的文字。'.repeat(SIZE / 6), english: '<p>' + 'word '.repeat(9000),
 ps: '<p>文'.repeat(19000), spans: '<p>' + upTo(SIZE, '<span style="color:red">文字</span>'), brs: '<div>' + upTo(SIZE, '一行文字<br>\n') + '</div>',
 table: '<table>' + upTo(SIZE, '<tr><td>格<td>子<td>三<td>四</tr>') , bigtable: '<table>' + times(400, (i) => `<tr>${'<td style="border:1px solid">内容</td>'.repeat(6)}</tr>`) + '</table>',
 nested: times(9000, () => '<div>x'), ultd: times(490, () => '<ul><li>x'), spantd: `<table><tr>${times(9000, () => '<td colspan=99 rowspan=99>x')}`, nestedtables: times(4000, () => '<table width=99%><td>') + 'x',
 imgs: times(9000, (i) => `<img src=/x${i} width=100>`), floats: times(9000, (i) => `<img src=/x${i} align=left width=40>文`), changing: upTo(SIZE, 'a中'), combining: 'a' + upTo(SIZE, '\u0301\u0302\u0489'), dirs: upTo(SIZE, 'a\u05d0\u202e1'), fonts: times(SIZE / 3, (i) => String.fromCodePoint(0xa0 + ((i * 7919) % 2000) * 25)),
 narrow: '<div style="width:1px;padding-left:9px">' + upTo(SIZE, '<p>很长的文字</p>'), narrowmany: upTo(SIZE, '<div style="width:1px">很长的文字很长的文字</div>'), inlineblock: upTo(SIZE, '<section style="display:inline-block;padding:2px">文</section>'), deepinline: '<section style="display:inline-block">'.repeat(40) + '<p>文</p>'.repeat(3000), gradient: upTo(SIZE, '<p style="background-image:linear-gradient(red,blue);border-radius:9px">文</p>'), formatting: times(450, (i) => `<b ${i}>`) + times(9000, () => '<p>x'), attrs: `<p ${times(60000, (i) => `a${i} `)}>x`, style: `<p style="${'color:red;'.repeat(29000)}">x`, details: upTo(SIZE, '<details><summary>x'), players: upTo(SIZE, '<video src=/x poster=/y></video>'),
});
for (const [name, description] of Object.entries(cases)) {
 if (only && !only.split(',').includes(name)) continue;
 site.origin.setLive({ id: '0', title: name, summary: '', description: '<p>开始</p>' });
 site.origin.setLive({ id: '0', title: name, summary: '', description });
 let release = () => {};
 const { page, problems, close } = await site.visit('?id=0', { async before(page) { await page.route('**/rich-text.*.js', async (route) => { await new Promise<void>((r) => (release = r)); await route.continue(); }); await page.route(/\/(x|y)\d*$/, (r) => r.abort()); } });
 await page.waitForTimeout(2500);
 const session = await page.context().newCDPSession(page);
 await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
 const events: any[] = [];
 session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as any)));
 await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'] } });
 const start = Date.now();
 release();
 let first = 0, last = 0, size = '';
 for (let same = 0; same < 4 && Date.now() - start < 40000; ) {
  const now = await page.evaluate(() => { const r = document.querySelector('.rich'); return r ? `${r.querySelectorAll('*').length} el ${r.textContent!.length} ch ${(r as HTMLElement).offsetHeight}px ${/内容过长/.test(r.textContent!)?'CUT':''}` : ''; });
  if (now && !first) first = Date.now() - start;
  if (now && now === size) same++; else { same = 0; last = Date.now() - start; } size = now;
  await page.waitForTimeout(250);
 }
 const done = new Promise((r) => session.once('Tracing.tracingComplete', r));
 await session.send('Tracing.end'); await done;
 const main = new Map<string, number>(); const key = (e: any) => `${e.pid} ${e.tid}`;
 for (const e of events) if (e.name === 'FireAnimationFrame') main.set(key(e), (main.get(key(e)) ?? 0) + 1);
 const m = [...main].sort((a, b) => b[1] - a[1])[0]?.[0];
 const tasks = events.filter((e) => e.name === 'RunTask' && e.ph === 'X' && key(e) === m).map((e) => [Math.round(e.dur / 1000), Math.round((e.tdur ?? 0) / 1000)]).sort((a, b) => b[0]! - a[0]!);
 const byCpu = tasks.map((t) => t[1]!).sort((a, b) => b - a);
 const sums = new Map<string, number>(); for (const e of events) if (e.ph === 'X' && key(e) === m && e.name !== 'RunTask') sums.set(e.name, (sums.get(e.name) ?? 0) + e.dur / 1000);
 if (process.env.SUMS) console.log([...sums].sort((a, b) => b[1] - a[1]).slice(0, 10).map(([n, t]) => `${n} ${Math.round(t)}`).join(', '));
 if (process.env.SUMS) { const top = events.filter((e) => e.name === 'RunTask' && e.ph === 'X' && key(e) === m).sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0)).slice(0, 3); for (const t of top) console.log('   task', Math.round((t.tdur ?? 0) / 1000), events.filter((e) => key(e) === m && e.ph === 'X' && e.ts >= t.ts && e.ts < t.ts + t.dur && e.dur > 2000 && !/RunTask/.test(e.name)).map((e) => `${e.name} ${Math.round((e.tdur ?? e.dur) / 1000)}`).join(', ')); }
 console.log(name.padEnd(14), `${description.length}`.padStart(7), 'first', first, 'all', last, 'longest wall', tasks.slice(0, 3).map((t) => t[0]).join(' '), 'cpu', byCpu.slice(0, 4).join(' '), 'n>5', tasks.filter((t) => t[0]! > 5).length, size, problems.join());
 await close();
}
await site.close();
