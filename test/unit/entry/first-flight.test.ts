/** The scripts `boot` and `first` of the HTML, `app` and `stage`: what they request, and after how many milliseconds. */
import { fakeVideo } from '../../support/dom.ts';
import { parseHTML } from 'linkedom';
import * as assert from 'uvu/assert';
import { setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';
import { runEntry } from '../../support/run-entry.ts';

const it = suiteInFakeBrowser('scripts in the HTML');

interface Visit {
	id?: string;
	/** Of a script that waits in the HTML, as where the API has a host of its own. */
	head?: string;
	base?: string;
	rts?: { stream?: string; preconnect?: string[]; known?: string; public?: boolean };
	/** What visits before have kept, and milliseconds since. */
	stored?: Record<string, string>;
	age?: number;
	hasWorker?: boolean;
	/** Milliseconds of a round trip, and of the HTML: so long that nothing is requested early. */
	roundTrip?: number;
	html?: number;
	/** The detail call's answer after 300 ms, or failure. */
	answer?: object;
	/** Milliseconds until the window has loaded, by when the script in the HTML may have run. */
	loaded?: number;
	hasRun?: boolean;
	/** Milliseconds until somebody taps. */
	tapped?: number;
	isFar?: boolean;
}
type Row = [what: string, visit: Visit, expected: string];

const LIVE = { status: 1, originRts: 'artc://a.cn/live/demo', qualities: [], playbackUrl: '', poster: '', raw: {} };
const remembered = (id: string) => ({
	'stream:': JSON.stringify({ owner: 'false 42', id, quality: '', latency: 300, live: LIVE }),
});
const stream = 'artc://a.cn/guess/{id}';
const head = '<script defer src="/app.js"></script>';
const BOOT: Row[] = [
	['the bundle a third of a call after the offer has gone', {}, '0 offer, 300 /live/demo, 400 app, 400 preact'],
	['it at once where there is no stream yet', { answer: { ...LIVE, status: 0 } }, '0 offer, 300 app, 300 preact'],
	['it at once where that has ended', { answer: { ...LIVE, status: 2 } }, '0 offer, 300 app, 300 preact'],
	['it at once where the detail call fails', { answer: { name: 'ApiError' } }, '0 offer, 300 app, 300 preact'],
	['it at once without an id', { id: '', answer: { name: 'NoLiveId' } }, '300 app, 300 preact'],
	['it once the HTML took less', { html: 150 }, '0 offer, 150 app, 150 preact, 300 /live/demo'],
	['it beside another host', { rts: { preconnect: ['https://a.cn'] } }, '0 offer, 0 app, 0 preact, 300 /live/demo'],
	['a remembered stream', { stored: remembered('1') }, '0 offer, 0 /live/demo, 0 app, 0 preact'],
	['none of another live', { stored: remembered('2') }, '0 offer, 300 /live/demo, 400 app, 400 preact'],
	['the configured one', { rts: { stream } }, '0 offer, 0 /guess/1, 5 app, 5 preact, 300 offer, 300 /live/demo'],
	['none for odd ids', { id: 'a b/demo', rts: { stream } }, '0 offer, 300 /live/demo, 400 app, 400 preact'],
	['no bundle that was in the HTML', { head, loaded: 500, hasRun: true }, '0 offer, 0 preact, 300 /live/demo'],
	['it again where it has failed', { head, loaded: 500 }, '0 offer, 0 preact, 300 /live/demo, 500 app?1'],
	['it again after 20 s', { head }, '0 offer, 0 preact, 300 /live/demo, 20000 app?1'],
];

const MINUTE = 60_000;
const known = '/live/{id}_ld.flv';
const kept = { 'first:1': '/kept.flv' };
const base = 'https://api.example.com';
const FIRST: Row[] = [
	['nothing near the server', { roundTrip: 119, stored: kept }, ''],
	['the script, and the picture after it', { roundTrip: 120 }, '0 http, 15 /live/1_ld.flv'],
	['what a far visit has kept', { roundTrip: 200, stored: kept, age: 9 * MINUTE }, '0 http, 25 /kept.flv'],
	['it for ten minutes', { roundTrip: 200, stored: kept, age: 10 * MINUTE }, '0 http, 25 /live/1_ld.flv'],
	['it where the worker had the HTML', { roundTrip: 0, stored: kept, hasWorker: true }, '0 http, 0 /kept.flv'],
	['nothing there after a near visit', { roundTrip: 0, hasWorker: true }, ''],
	['nothing of a live watched as a replay', { roundTrip: 200, stored: { 'position:42 1': '30' } }, ''],
	['no picture for odd ids', { roundTrip: 200, id: 'a b/demo' }, '0 http'],
	['none whose address is not known', { roundTrip: 200, rts: { known: '' } }, '0 http'],
	['none that another host has to allow', { roundTrip: 200, base }, '0 http'],
	['a public one', { roundTrip: 200, base, rts: { known, public: true } }, '0 http, 25 /live/1_ld.flv'],
	['it after other hosts', { roundTrip: 280, head, rts: { known, public: true } }, '280 http, 560 /live/1_ld.flv'],
	['it at once beside none', { roundTrip: 280 }, '0 http, 35 /live/1_ld.flv'],
];

const APP: Row[] = [
	['controls, in the page once the stream was requested', {}, '0 offer, 300 /live/demo, 305 hydrated, 305 stage'],
	['them in it at a tap', { tapped: 100 }, '0 offer, 105 hydrated, 300 /live/demo, 300 stage'],
	['them after a picture', { isFar: true }, '0 offer, 0 http, 300 /live/demo, 305 hydrated, 5000 stage'],
];

const misread = { ...LIVE, raw: { title: '\ufffd' } };
const STAGE: Row[] = [
	['no live again', {}, '0 offer, 300 /live/demo'],
	['a live of another charset again', { answer: misread }, '0 offer, 300 /live/demo, 300 again'],
	['the page of an address that was encoded', { id: '', answer: { name: 'NoLiveId' } }, '300 ?id=1&token=a'],
];

let opened = 0;
for (const [file, rows] of [
	['boot.ts', BOOT],
	['first.ts', FIRST],
	['app.tsx', APP],
	['stage.ts', STAGE],
] as const)
	for (const [what, visit, expected] of rows)
		it(`${file} should request ${what}`, async ({ pass, fire, peers, requests, fetches, storage }) => {
			const { id = '1', head = '', base = '', rts = { known }, stored = {}, age = 0, roundTrip = 0 } = visit;
			const { answer = LIVE, html = MINUTE, loaded, hasRun, hasWorker, tapped, isFar } = visit;
			const isLater = /app|stage/.test(file);
			const entryUrl = id ? '' : '/?id%3D1%26token%3Da';
			const entered = { visit: { id, userId: '42', token: '' }, entryUrl, signRequest: { readBody: '' } };
			const body = '<style id="css"></style><div id="app" class="stage panels"><img id="cover"></div>';
			const { document } = parseHTML(`<!doctype html><head>${head}</head><body>${body}</body>`);
			setGlobals({ document });
			document.body.append(Object.assign(fakeVideo(), { id: 'video' }));
			const scripts: string[] = [];
			Object.assign(document.head, { append: ({ src }: HTMLScriptElement) => scripts.push(src) });
			let settle = () => {};
			const live = new Promise((resolve, reject) => (settle = () => ('name' in answer ? reject : resolve)(answer)));
			const began = Date.now();
			for (const key in stored) storage.set(key, `${began - age} ${stored[key]}`);
			const read: string[] = [];
			storage.get = (key) => (read.push(key), Map.prototype.get.call(storage, key));
			Object.assign(navigator, { serviceWorker: { controller: hasWorker } });
			const config = { api: { base }, rts: { qualities: [], ...rts }, replay: { qualities: [] } };
			// The loader has one chain of attempts per URL.
			opened++;
			setGlobals({
				window: globalThis,
				self: globalThis,
				devicePixelRatio: 2,
				onclick: null,
				location: { href: entryUrl, search: entryUrl.slice(1), replace: (url: string) => scripts.push(url) },
				history: {
					replaceState: (_state: null, _title: '', href: string) =>
						Object.assign(location, { href, search: href.slice(1) }),
				},
				performance: {
					now: () => html + Date.now() - began,
					getEntries: () => [],
					timing: { requestStart: 1000, responseStart: 1000 + roundTrip },
				},
				sessionStorage: { getItem: () => null },
				__APP__: { url: `${opened}app` },
				__PREACT__: { url: `${opened}preact` },
				__LIVE_HTTP__: { url: `${opened}http` },
				__STAGE__: { url: `${opened}stage` },
				__CSS__: '',
				livePage: {
					head: { ...entered, config, requestedAt: html, live },
					...(isLater && { start() {}, preact: {}, isFar }),
				},
			});
			if (isLater) {
				await runEntry('boot.ts');
				window.livePage!.boot!.player.refresh = () => Promise.reject(fetch(entered.signRequest.readBody && 'again'));
			}
			await runEntry(file);
			const log: string[] = [];
			const noted = [0, 0, 0, 0, 0];
			for (let time = 0, step = 5; time <= (head && !loaded ? 20_000 : isFar ? 6000 : 600); time += step) {
				if (time === 1000) step = 1000;
				if (time === 300) settle();
				if (time === loaded && hasRun) window.livePage!.start = () => {};
				if (time === loaded) fire('load');
				if (time === tapped) fire('click');
				await pass(time ? 0 : 1);
				const offers = peers.flatMap(({ localDescription }) => (localDescription ? 'offer' : []));
				const posted = requests.map(({ url }) => url.replace('//a.cn', ''));
				const loads = scripts.map((url) => url.replace(`${opened}`, ''));
				const hydrated = [...document.querySelectorAll('[role=tablist]')].map(() => 'hydrated');
				const urls = fetches.map(({ url }) => url);
				for (const [i, list] of [offers, posted, hydrated, loads, urls].entries())
					for (; noted[i]! < list.length; noted[i]!++) log.push(`${time} ${list[noted[i]!]}`);
				await pass(time ? step : step - 1);
			}
			assert.is(log.join(', '), expected);
			if (file !== 'first.ts') return;
			assert.is(window.livePage!.isFar, !!expected);
			assert.is(read.includes('first:1'), id === '1' && roundTrip !== 119);
		});

it('preact.ts should run the app script that has come, once', async () => {
	let starts = 0;
	setGlobals({ window: globalThis, livePage: { start: () => starts++ } });
	for (const _ of [1, 2]) await runEntry('preact.ts');
	assert.is(starts, 1);
});

it.run();
