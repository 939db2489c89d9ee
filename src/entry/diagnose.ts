/** Script of `diagnose.html`, a page of its own: what a phone and its network can, a line each, and a code of it. */
import { LIVE_PATH } from '../api/live-path.ts';
import { createSignRequest, formText } from '../api/sign-request.ts';
import type { Config } from '../config.ts';
import { type Level, type Line, toCode } from '../diagnose/code.ts';
import { engineLines } from '../diagnose/engine-lines.ts';
import { levelOf, networkLines } from '../diagnose/network-lines.ts';
import { addressesOf, type Addresses, playLines } from '../diagnose/play-lines.ts';
import { soundUrl } from '../diagnose/sound-url.ts';
import { DIAGNOSIS as texts } from '../diagnose/diagnosis-texts.ts';
import { engineOf } from '../visit/engine.ts';

/** Unit by line; milliseconds without one. */
const UNITS: Record<string, string> = { kb: ' kbit/s', st: '' };

const byId = (id: string) => document.getElementById(id)!;
const all: Line[] = [];

function add<Tag extends keyof HTMLElementTagNameMap>(parent: Element, tag: Tag, text = '', className = '') {
	const element = document.createElement(tag);
	element.textContent = text;
	element.className = className;
	parent.appendChild(element);
	return element;
}

function show(lines: Line[]) {
	for (const line of lines) {
		const [id, level, value] = line;
		all.push(line);
		const [label, ...sentences] = texts.lines[id as keyof typeof texts.lines];
		const row = add(byId('lines'), 'li', '', `level-${level}`);
		add(row, 'b', label);
		add(row, 'span', sentences[level]);
		if (value !== undefined) add(row, 'small', `${Math.round(value)}${UNITS[id] ?? ' ms'}`);
		add(row, 'i', texts.marks[level]);
	}
	(byId('code') as HTMLTextAreaElement).value = toCode(engineOf(navigator.userAgent), all);
}

/** Asks for what only a person can tell. */
function askForLock() {
	const box = byId('lock');
	add(box, 'p', texts.lock);
	const audio = Object.assign(new Audio(soundUrl(true)), { loop: true });
	const answer = (text: string, level: Level) => {
		add(box, 'button', text).onclick = () => {
			audio.pause();
			box.textContent = '';
			show([['lk', level]]);
		};
	};
	add(box, 'button', texts.playSound).onclick = () => audio.play();
	answer(texts.yes, 0);
	answer(texts.no, 1);
}

async function fetchFirst(html: string, id: string): Promise<[Addresses, Config] | undefined> {
	const begun = performance.now();
	try {
		const block = new DOMParser().parseFromString(html, 'text/html').getElementById('config')!;
		const config = JSON.parse(block.textContent!) as Config;
		const { api } = config;
		const signed = await createSignRequest(api, { userId: '', token: '' })(LIVE_PATH, { id });
		const response = await fetch(`${api.base}${LIVE_PATH}?${formText(Object.assign({ id }, signed))}`);
		const addresses = addressesOf(((await response.json()) as { recData: unknown }).recData, api.fields);
		show([['ap', levelOf(performance.now() - begun), performance.now() - begun]]);
		return [addresses, config];
	} catch {
		show([['ap', 2]]);
		return undefined;
	}
}

async function run() {
	document.title = byId('title').textContent = texts.title;
	byId('intro').textContent = texts.intro;
	const [, id = ''] = /[?&]id=([^&]*)/.exec(location.search) || [];
	show(await engineLines());
	const { lines, html } = await networkLines();
	show(lines);
	if (!id) add(byId('lines'), 'li', texts.noId);
	const first = html && id && (await fetchFirst(html, decodeURIComponent(id)));
	const hasWebRtc = all.some(([name, level]) => name === 'rt' && !level);
	if (first) {
		const [addresses, { rts }] = first;
		const played = await playLines(byId('video') as HTMLVideoElement, addresses, (rts || {}).whep, hasWebRtc);
		const { isLive, listed } = addresses;
		const plays = played.length || hasWebRtc || !isLive || !listed.length || (rts || {}).hlsFallback;
		show(plays ? played : [['fw', 2]]);
	}
	askForLock();
	byId('intro').textContent = texts.done;
	const copy = byId('copy');
	copy.textContent = texts.copy;
	copy.hidden = false;
	copy.onclick = () => {
		(byId('code') as HTMLTextAreaElement).select();
		document.execCommand('copy');
	};
}
run();
