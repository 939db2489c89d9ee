import { fire, render, renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HeadImage } from '../../../src/view/stage/head-image.tsx';

const it = suite('head image');
it.before.each(() => setup());
it.after.each(reset);

it('should be shown at the width it has, and a disc without one that loads or before playback has started up', async () => {
	const { page, view } = await renderView(({ page }) => <HeadImage page={page} url="https://a/1.png" />);
	/** URL of the image, or the name of another element. */
	const shown = () => {
		const head = view.querySelector('.head')!;
		return head.getAttribute('src') ?? head.localName;
	};
	assert.is(shown(), 'span', 'startup');
	page.startupDone.value = true;
	await settle();
	assert.is(shown(), 'https://a/1.png?w=36');
	await fire(view.querySelector('img')!, 'error');
	assert.is(shown(), 'span', 'it has failed');
	for (const [url, expected] of [
		['https://a/2.png', 'https://a/2.png?w=36'],
		['', 'span'],
		[undefined, 'span'],
	] as const) {
		await render(<HeadImage page={page} url={url} />);
		assert.is(shown(), expected);
	}
});

it.run();
