import type { Comment } from '../../../src/api/comments.ts';
import { createReplayChat } from '../../../src/models/replay-chat.ts';
import { comment, down, flush, later, openBusyChat, withSilentChat } from '../../support/fake-chat.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const it = suite('replay-chat');
withSilentChat(it);

const START = new Date(2026, 10, 26, 19, 5).getTime();
const HOUR = 3600;

/** Seconds at which messages were sent, by how they are spread. */
const SPREADS: Record<string, (share: number) => number> = {
	evenly: (share) => share * HOUR,
	'most at its start': (share) => HOUR * share ** 4,
	'most at its end': (share) => HOUR * share ** 0.2,
	'half days after it': (share) => (share < 0.5 ? 2 * share * HOUR : HOUR + share * 864_000),
};

/** A chat of 5,000 messages with the first page loaded, in the time of an hour's replay. `requests` are pages. */
async function open({ spread = 'evenly', times = true, start = START, count = 5000, total = true } = {}) {
	const seconds = Array.from({ length: count }, (_, index) => Math.floor(SPREADS[spread]!(index / count)));
	const stored = seconds.map((at, id): Comment => ({
		...comment(id),
		content: `${at}`,
		...(times && { time: START + at * 1000 }),
	}));
	const { chat, server, requests } = await openBusyChat(stored.reverse(), total ? '' : 'total');
	const replay = createReplayChat(chat, start, HOUR * 1000);
	requests.length = 0;
	/** Seconds of the messages shown, newest first. */
	const shown = () => replay.pages.value.flatMap(({ comments }) => comments.map(({ content }) => +content));
	/** Plays to a place, as often as the video tells. */
	const playTo = async (place: number) => {
		await replay.update(place);
		await replay.update(place);
	};
	/** Asserts that the newest message shown is that of a place. */
	const isAt = (place: number) => assert.is(shown()[0], seconds.filter((at) => at <= place).pop(), `${place}`);
	/** Holds answers back until what it returns is called. */
	function hold() {
		let release!: () => void;
		server.held = new Promise((resolve) => (release = resolve));
		return () => {
			server.held = null;
			release();
		};
	}
	return { chat, replay, requests, server, shown, playTo, isAt, hold };
}

for (const spread of Object.keys(SPREADS))
	for (const total of [true, false])
		it(`should be at any place after few calls: sent ${spread}, ${total ? 'with' : 'without'} a total`, async () => {
			let calls = 0;
			const places = [1867, 12, 3590, 1200, 601, 2400.5];
			for (const place of places) {
				const { replay, playTo, isAt, requests } = await open({ spread, total });
				await playTo(place);
				assert.ok(replay.follows.value);
				isAt(place);
				assert.ok(requests.length <= (total ? 10 : 17), `${place}: ${requests}`);
				calls += requests.length;
			}
			assert.ok(calls / places.length <= (total ? 7.5 : 15), `${calls / places.length}`);
		});

it('should remember the pages of its searches', async () => {
	const { playTo, requests } = await open();
	const counts = [];
	for (const place of [1867, 1900, 1800, 60, 1867]) {
		requests.length = 0;
		await playTo(place);
		counts.push(requests.length);
	}
	assert.ok(counts[1]! <= 3 && Math.max(...counts) <= 8 && counts[4]! <= 2, `${counts}`);
});

it('should read one page for each twenty messages as the replay plays, each message once', async () => {
	const { playTo, isAt, requests, chat } = await open();
	await playTo(1800);
	requests.length = 0;
	for (let place = 1800; place < 1920; place += 0.5) {
		await playTo(place);
		isAt(place);
	}
	// 120 s hold 167 messages.
	assert.ok(requests.length <= 9, `${requests}`);
	const ids = chat.list.value.known.map(({ id }) => +id);
	assert.equal(ids, down(ids[0]!, ids.at(-1)!));
});

it('should show what is loaded at once where the reader goes back a little, without calls', async () => {
	const { playTo, isAt, requests } = await open();
	for (let place = 1800; place < 1830; place++) await playTo(place);
	requests.length = 0;
	await playTo(1812);
	isAt(1812);
	assert.equal(requests, []);
});

it('should leave a reader alone who has scrolled, whatever the replay does, until taken back', async () => {
	const { replay, playTo, shown, isAt, requests, chat, hold } = await open();
	await playTo(1800);
	const first = shown();
	const release = hold();
	const reading = replay.update(600);
	replay.setAtTop(false);
	release();
	await reading;
	assert.equal(shown(), first, 'what was being read for another place');
	await chat.older();
	const before = shown();
	requests.length = 0;
	for (const place of [1850, 60, 3599.5]) await playTo(place);
	assert.equal(shown(), before);
	assert.equal(requests, []);
	assert.ok(replay.isAway.value);
	replay.resume();
	await flush();
	await playTo(60);
	isAt(60);
	assert.not(replay.isAway.value);
});

for (const times of [true, false])
	it(`should take back a reader who scrolled before it followed, ${times ? 'with' : 'but not without'} times`, async () => {
		const { replay, playTo, isAt } = await open({ times });
		replay.setAtTop(false);
		await playTo(1800);
		assert.is(replay.isAway.value, times);
		replay.resume();
		await flush();
		await playTo(1800);
		isAt(times ? 1800 : HOUR);
		assert.not(replay.isAway.value);
	});

it('should read what was said before as the reader scrolls', async () => {
	const { replay, playTo, shown, chat, requests } = await open();
	await playTo(1800);
	replay.setAtTop(false);
	requests.length = 0;
	const first = shown();
	await chat.older();
	await chat.older();
	assert.is(requests.length, 2);
	assert.equal(shown().slice(0, first.length), first);
	assert.is(shown().length, first.length + 40);
});

it('should poll nothing while it follows, and the newest again where it does not', async () => {
	const { replay, playTo, requests, chat } = await open();
	later();
	await playTo(1800);
	requests.length = 0;
	chat.open();
	await chat.poll();
	await flush();
	assert.equal(requests, []);
	assert.ok(replay.follows.value);
	await chat.refresh();
	assert.equal(requests, [1], 'a pull shows the newest');
	assert.not(replay.follows.value);
	requests.length = 0;
	await chat.poll();
	assert.equal(requests, [1]);
});

it('should show what was sent, until taken back', async () => {
	const { replay, playTo, shown, isAt, chat } = await open();
	await playTo(1800);
	await chat.send('7777');
	await flush();
	await playTo(1801);
	assert.is(shown()[0], 7777);
	assert.ok(replay.isAway.value);
	replay.resume();
	await flush();
	await playTo(1801);
	isAt(1801);
});

it('should drop what arrives after a message was sent', async () => {
	const { replay, shown, chat, hold } = await open();
	const release = hold();
	const reading = replay.update(1800);
	const sent = chat.send('7777');
	await flush();
	release();
	await Promise.all([reading, sent]);
	await flush();
	assert.is(shown()[0], 7777);
	assert.is(chat.loading.value, '');
});

it('should leave a deleted message out', async () => {
	const { playTo, shown, chat, replay } = await open({ count: 400 });
	await playTo(1800);
	const { id } = chat.list.value.known.find(({ content }) => +content === shown()[0])!;
	const [, second] = shown();
	await chat.remove(id);
	await playTo(1800.5);
	assert.is(shown()[0], second);
	assert.ok(replay.follows.value);
});

it('should begin with nothing said, and end with all', async () => {
	const { playTo, shown, replay, requests } = await open({ spread: 'half days after it', count: 100 });
	const early = await open({ spread: 'most at its end', count: 100 });
	await early.playTo(3);
	assert.ok(early.replay.follows.value);
	early.isAt(3);
	const calls = early.requests.length;
	for (const place of [3.5, 4, 5]) await early.playTo(place);
	assert.is(early.requests.length, calls, 'no more calls for what is not there');
	await playTo(3000);
	assert.ok(shown()[0]! <= 3000);
	await playTo(HOUR - 0.5);
	assert.ok(shown()[0]! > HOUR, 'what was said later, too');
	assert.ok(replay.follows.value && requests.length < 12);
});

it('should wait after a failure', async () => {
	const { playTo, isAt, server, requests } = await open();
	server.down = true;
	for (let place = 1800; place < 1805; place++) await playTo(place);
	assert.is(requests.length, 1);
	isAt(HOUR);
	server.down = false;
	later(15_000);
	await playTo(1805);
	isAt(1805);
});

for (const [why, options] of Object.entries({
	'without times': { times: false },
	'that was all sent long after the start that is told': { start: START - 864e5 },
	'that was all sent before the start that is told': { start: START + 864e5 },
	'without a start': { start: Infinity },
}))
	it(`should stay with the newest in a chat ${why}`, async () => {
		const { playTo, isAt, replay, requests } = await open(options);
		await playTo(1800);
		const calls = requests.length;
		for (const place of [60, 1800, 3000]) await playTo(place);
		assert.is(requests.length, calls);
		assert.ok(calls <= 10);
		isAt(HOUR);
		assert.not(replay.follows.value || replay.isAway.value);
	});

it.run();
