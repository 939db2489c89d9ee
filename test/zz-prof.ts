import { launchBrowser } from './support/browser.ts';
import { bundle } from './support/bundle.ts';
import { EDITOR_ARTICLES } from './fixtures/editor-article.ts';
const b = await launchBrowser();
const page = await b.newPage();
await page.evaluate(await bundle(`import { createSanitizer } from './src/safe/sanitize.ts'; self.sanitize = createSanitizer();`));
const s = await page.context().newCDPSession(page);
const cases: Record<string,string> = { WeChat: EDITOR_ARTICLES.WeChat!(390), Quill: EDITOR_ARTICLES.Quill!(1300), ps: '<p>文'.repeat(19000) };
for (const [name, html] of Object.entries(cases)) {
 await s.send('Profiler.enable'); await s.send('Profiler.setSamplingInterval', { interval: 200 }); await s.send('Profiler.start');
 const r = await page.evaluate((html) => { const t = performance.now(); let n = 0, max = 0, last = t; let c: any; for (c of (self as any).sanitize(html, (u: string) => u)) { n++; const now = performance.now(); max = Math.max(max, now - last); last = now; } return [n, performance.now() - t, max, c.querySelectorAll('*').length].map(Math.round); }, html);
 const { profile } = await s.send('Profiler.stop');
 const self = new Map<string, number>(); const dt = profile.timeDeltas!; const byId = new Map(profile.nodes.map((n: any) => [n.id, n]));
 profile.samples!.forEach((id: number, i: number) => { const n: any = byId.get(id); const k = `${n.callFrame.functionName}:${n.callFrame.lineNumber}`; self.set(k, (self.get(k) ?? 0) + dt[i]! / 1000); });
 console.log(name, 'slices, ms, longest, elements', r.join(' '), '\n ', [...self].sort((a, b) => b[1] - a[1]).slice(0, 16).map(([k, v]) => `${k} ${v.toFixed(1)}`).join(', '));
}
await b.close();
