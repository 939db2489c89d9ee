import { reset, setup } from '../../support/render.tsx';
import { readLive } from '../../support/read-live.ts';
import { renderStage } from '../../support/stage.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const it = suite('stage in a page that is translated');
it.before.each(() => setup());
it.after.each(reset);

/** Replaces text nodes, as a browser's translation does. */
function translate(elements: Iterable<Element>) {
	for (const element of elements)
		element.replaceChild(
			Object.assign(document.createElement('font'), { textContent: 'translated' }),
			element.firstChild!,
		);
}

it('should show new texts where a browser has translated those before', async () => {
	const { page, stage, setPlayer } = await renderStage({ status: 'cover' }, { fields: { status: 0 } });
	const shown = () => [...stage.querySelectorAll('.status p, .badge')];
	const before = shown();
	translate(before);
	await page.live.load(async () => readLive({ id: 1, status: 1 }));
	await setPlayer({ status: 'connecting' });
	assert.equal([before.length, shown().map(({ textContent }) => textContent)], [2, ['直播中', '直播加载中…']]);
});

it.run();
