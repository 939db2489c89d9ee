import { fire, render, reset, settle, setup } from '../support/dom.ts';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'react';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const it = suite('dom helper');
it.before.each(() => setup());
it.after.each(reset);

function Counter({ onOnline }: { onOnline: () => void }) {
	const [count, setCount] = useState(0);
	useEffect(() => {
		window.addEventListener('online', onOnline);
		return () => window.removeEventListener('online', onOnline);
	}, []);
	return <button onClick={() => setCount(count + 1)}>{count}</button>;
}

it('should mount React components, fire events and run effects', async () => {
	let online = 0;
	const page = await render(<Counter onOnline={() => online++} />);
	await fire(page.querySelector('button')!, 'click');
	assert.is(page.querySelector('button')!.textContent, '1');
	window.dispatchEvent(new Event('online'));
	await reset();
	window.dispatchEvent(new Event('online'));
	assert.is(online, 1);
});

it('should follow signals', async () => {
	const name = signal('甲');
	const page = await render(<p>{name}</p>);
	name.value = '乙';
	await settle();
	assert.is(page.textContent, '乙');
});

it('should have what linkedom lacks', async () => {
	setup({ href: 'https://live.example.com/?id=5#a', media: ['(prefers-color-scheme: dark)'], userAgent: 'QQ/9' });
	assert.is(location.search, '?id=5');
	assert.is(navigator.userAgent, 'QQ/9');
	assert.ok(matchMedia('(prefers-color-scheme: dark)').matches);
	assert.not(matchMedia('(prefers-reduced-motion: reduce)').matches);
	history.replaceState(null, '', '?id=6');
	assert.is(location.href, 'https://live.example.com/?id=6');
	const video = document.createElement('video');
	await video.play();
	assert.is(video.canPlayType('video/mp4'), 'maybe');
	sessionStorage.setItem('a', '1');
	assert.is(sessionStorage.getItem('a'), '1');
});

it('should tell whether an event was prevented', async () => {
	document.body.addEventListener('contextmenu', (event) => event.preventDefault());
	assert.not(await fire(document.body, 'contextmenu'));
	assert.ok(await fire(document.body, 'click'));
});

it.run();
