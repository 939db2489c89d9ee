import { fire, render, reset, settle, setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HeadImage } from '../../../src/view/stage/head-image.tsx';
import { createFakeApp } from '../../support/fake-app.ts';

const it = suite('head image');
it.before.each(() => setup());
it.after.each(reset);

const { app, page } = createFakeApp({ imageUrl: (url, width) => `${url}?w=${width}` });
app.stop();
page.startupDone.value = true;

/** Renders the head picture; returns the URL of its image, or the name of another element. */
async function show(url?: string): Promise<string> {
	const view = await render(<HeadImage page={page} url={url} />);
	return shown(view);
}
const shown = (view: Element) => {
	const head = view.querySelector('.head')!;
	return head.getAttribute('src') ?? head.localName;
};

it('should be shown at the width it has', async () => assert.is(await show('https://a/1.png'), 'https://a/1.png?w=36'));

for (const url of ['', undefined])
	it(`should be a disc where the URL is ${JSON.stringify(url)}`, async () => assert.is(await show(url), 'span'));

it('should be a disc until playback has started up', async () => {
	page.startupDone.value = false;
	const view = await render(<HeadImage page={page} url="https://a/1.png" />);
	assert.is(shown(view), 'span');
	page.startupDone.value = true;
	await settle();
	assert.is(shown(view), 'https://a/1.png?w=36');
});

it('should be a disc in place of an image that fails, until there is another one', async () => {
	const view = await render(<HeadImage page={page} url="https://a/1.png" />);
	await fire(view.querySelector('img')!, 'error');
	assert.is(shown(view), 'span');
	assert.is(await show('https://a/1.png'), 'span');
	assert.is(await show('https://a/2.png'), 'https://a/2.png?w=36');
});

it.run();
