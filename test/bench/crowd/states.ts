import type { Tab } from '../../../src/models/page-model.ts';
import type { Situation } from './servers.ts';

/** A time of a state in which requests are counted. Seconds since the start. */
export interface Window {
	title: string;
	from: number;
	to: number;
	/** It begins with a change after which viewers must not come together. */
	change?: boolean;
	/** The stream falls silent, as when a viewer's own link is lost. That is connected anew at once, so there is no goal for signalling. */
	silent?: boolean;
}

/** Course of the servers while pages are open. */
export interface State {
	name: string;
	/** The tab that is shown; the introduction unless named. */
	tab?: Tab;
	/** Its stream has a lower quality as well. */
	hasQualities?: boolean;
	/** Changes, by seconds since the start. */
	changes: Record<number, Partial<Situation>>;
	windows: Window[];
}

/** Titles of the figures. */
export const COLUMNS = [
	'requests per minute',
	'busiest second',
	'busiest beside average',
	'calls at once',
	'signalling at once',
	'stream after',
];

/** The minute after a change. */
const change = (title: string, from: number): Window => ({ title, from, to: from + 60, change: true });

/** Something that lasts, and the change that ends it. */
const until = (from: number, to: number, title: string, then: string) => [{ title, from, to }, change(then, to)];

/** The pages have been opened within the first minute. */
export const STATES: State[] = [
	{ name: 'live', changes: {}, windows: [{ title: 'live', from: 120, to: 420 }] },
	{
		name: 'chat',
		tab: 'chat',
		changes: { 0: { messageRate: 0.5 } },
		windows: [{ title: 'live, chat open', from: 120, to: 420 }],
	},
	{
		name: 'busy-chat',
		tab: 'chat',
		changes: { 0: { messageRate: 10 } },
		windows: [{ title: 'live, chat open, 10 messages a second', from: 120, to: 300 }],
	},
	{
		name: 'start',
		changes: { 0: { status: 0, stream: 'silent' }, 240: { status: 1, stream: 'on' } },
		windows: until(120, 240, 'not started', 'it starts'),
	},
	{
		name: 'end',
		changes: { 120: { status: 2 }, 210: { stream: 'ended' } },
		windows: [
			{ title: 'it ends, the stream a while later', from: 120, to: 210, change: true },
			{ title: 'ended', from: 210, to: 360 },
		],
	},
	{
		name: 'cut',
		changes: { 120: { status: 2, stream: 'ended' } },
		windows: [change('it ends together with its stream', 120)],
	},
	{
		name: 'freeze',
		changes: { 120: { status: 2, stream: 'silent' } },
		windows: [{ title: 'it ends, its stream freezes', from: 120, to: 180, change: true, silent: true }],
	},
	{
		name: 'restart',
		changes: { 120: { stream: 'ended' }, 125: { stream: 'on' } },
		windows: [change('stream closed, back after 5 s', 120)],
	},
	{
		name: 'move',
		changes: { 120: { stream: 'ended' }, 120.1: { stream: 'on' } },
		windows: [change('stream closed, back at once', 120)],
	},
	{
		name: 'flap',
		changes: { 120: { stream: 'ended' }, 120.1: { stream: 'on' }, 160: { stream: 'ended' }, 160.1: { stream: 'on' } },
		windows: [change('stream closed again after 40 s, back at once', 160)],
	},
	{
		name: 'vanish',
		hasQualities: true,
		changes: { 120: { best: 'gone' } },
		windows: [change('best quality vanishes, the next is there', 120)],
	},
	{
		name: 'dead',
		changes: { 120: { stream: 'silent' }, 420: { stream: 'on' } },
		windows: until(120, 420, 'stream dead for five minutes', 'stream back'),
	},
	{
		name: 'busy',
		changes: { 0: { api: 'busy' }, 300: { api: 'on' } },
		windows: until(60, 300, 'API answers 503 to new pages', 'API back'),
	},
	{
		name: 'busy-open',
		tab: 'chat',
		changes: { 120: { api: 'busy' }, 420: { api: 'on' } },
		windows: until(120, 420, 'API answers 503 to open chats', 'API back, chat open'),
	},
	{
		name: 'busy-lists',
		tab: 'chat',
		changes: { 0: { chat: 'busy' }, 300: { chat: 'on' } },
		windows: until(60, 300, 'chat answers 503 to new pages', 'chat back'),
	},
	{
		name: 'deploy',
		changes: { 0: { scripts: 'gone' }, 300: { scripts: 'on' } },
		windows: until(60, 300, 'files of the build missing', 'files back'),
	},
];
