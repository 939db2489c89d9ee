import { openSite } from '/work/wt/rich/test/support/site.ts';
import { EDITOR_ARTICLES } from '/work/wt/rich/test/fixtures/editor-article.ts';
const site = await openSite({ config: { livePollInterval: 1000 } });
const out = '/tmp/shots'; 
import { mkdirSync } from 'node:fs'; mkdirSync(out, {recursive:true});
const which = process.argv[2]?.split(',') ?? Object.keys(EDITOR_ARTICLES);
for (const name of which) for (const [w,h] of [[360,640],[390,844]]) for (const scheme of ['light','dark'] as const) {
  if ((w===360) !== (scheme==='light') && process.argv[3] !== 'all') continue;
  site.origin.setLive({ id:'0', title:name, summary:'', description: EDITOR_ARTICLES[name]!(40) });
  const { page, problems, close } = await site.visit('?id=0', { viewport:{width:w,height:h}, colorScheme: scheme, deviceScaleFactor: 2 });
  await page.locator('.rich img.there').first().waitFor({timeout:15000}).catch(()=>console.log('no image', name));
  await page.waitForTimeout(800);
  const info = await page.evaluate(()=>{ const r=document.querySelector('.rich')!; const p=document.querySelector('[role=tabpanel]')!; p.scrollTop = 100; return [r.children.length, r.querySelectorAll('*').length, r.querySelectorAll('img').length, r.textContent!.length, (r as any).offsetHeight]});
  console.log(name, w, scheme, info.join(' '), problems.join());
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${out}/${name}-${w}-${scheme}.png` });
  await close();
}
await site.close();
