import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReporter, type ReportFields } from '../../../src/rts/reporter.ts';
import { inScene } from '../../support/rtc-fakes.ts';

const test = suite('rts reporter');
const LOG = 'https://log.example.com/track?';
const read = (address: string): Record<string, string> => {
	const fields: Record<string, string> = {};
	new URL(address).searchParams.forEach((value, key) => (fields[key] = value));
	return fields;
};
/** Keys of a request in the order they travel. */
const keys = (address: string): string =>
	address
		.slice(address.indexOf('?') + 1)
		.split('&')
		.map((pair) => pair.split('=')[0])
		.join();
const HEX = /^[0-9A-F]{32}$/;

test(
	'should send the common fields in their order, encoded',
	inScene(({ images }) => {
		const { report } = createReporter({ logUrl: LOG, customTag: 'a&b 中' });
		report(137, { vurl: 'artc://h/a?k=1&l=2#"', rslt: 0 });
		assert.is(images.length, 1);
		assert.is(keys(images[0]!), 'APIVersion,os,osv,bt,bv,host,uid,tid,ver,ct,dt,lv,tm,msgid,args');
		const { uid, tid, tm, ...rest } = read(images[0]!);
		assert.equal(rest, {
			APIVersion: '0.6.0',
			os: 'Android',
			osv: '10',
			bt: 'Chrome',
			bv: '120.0.0.0',
			host: 'https://live.example.com',
			ver: '2.0.0',
			ct: 'a&b 中',
			dt: '',
			lv: '1.0.0',
			msgid: '137',
			args: '{"vurl":"artc://h/a?k=1&l=2#\\"","rslt":0}',
		});
		assert.match(uid!, HEX);
		assert.match(tid!, HEX);
		assert.is(tm, String(Date.now()));
	}),
);
for (const [logUrl, start] of [
	['https://l/track', 'https://l/track?APIVersion='],
	['https://l/track?', 'https://l/track?APIVersion='],
	['https://l/track?a=1', 'https://l/track?a=1&APIVersion='],
	['https://l/track?a=1&', 'https://l/track?a=1&APIVersion='],
])
	test(
		`should add the fields to ${logUrl}`,
		inScene(({ images }) => {
			createReporter({ logUrl }).report(150);
			assert.is(images[0]!.indexOf(start!), 0);
		}),
	);

test(
	'should not leak the arguments of one report into the next',
	inScene(({ images }) => {
		const { report } = createReporter({ logUrl: LOG });
		report(137, { vurl: 'x' });
		report(121);
		assert.is(read(images[1]!).args, undefined);
		assert.is(keys(images[1]!).split(',').pop(), 'msgid');
	}),
);

test(
	'should send nothing without an address, or when it is turned off',
	inScene((scene) => {
		const told: unknown[] = [];
		for (const options of [
			undefined,
			{},
			{ logUrl: '' },
			{ trackLog: true },
			{ logUrl: LOG, trackLog: false },
			{ trackLog: false, customReporter: (fields: ReportFields) => told.push(fields) },
		]) {
			const { report, flush } = createReporter(options);
			report(200);
			report(137);
			flush();
		}
		scene.fire('pagehide');
		assert.equal([scene.images, told, scene.leftovers(), scene.storage.size], [[], [], 0, 0]);
	}),
);
test(
	'should hand reports to the page instead',
	inScene(({ images }) => {
		const told: ReportFields[] = [];
		const { report } = createReporter({ logUrl: LOG, customReporter: (fields) => told.push(fields) });
		report(137, { rslt: 0 });
		assert.equal(images, []);
		assert.equal([told[0]!.msgid, told[0]!.args, told[0]!.bt], [137, '{"rslt":0}', 'Chrome']);
	}),
);

test(
	'should go on when the page’s own reporter throws, and hand the error to the browser',
	inScene(({ leftovers }) => {
		const told: number[] = [];
		const { report } = createReporter({
			customReporter: ({ msgid }) => {
				told.push(msgid);
				throw new Error('of the page');
			},
		});
		const before = leftovers();
		report(125);
		report(137);
		assert.equal(told, [125, 137]);
		assert.is(leftovers() - before, 2, 'a timer for each that throws it');
	}),
);
test(
	'should hold reports back until the first frame, then send them in order',
	inScene(async ({ images, pass }) => {
		const { report } = createReporter({ logUrl: LOG });
		for (const id of [200, 120, 125, 126]) report(id);
		await pass(3000);
		assert.equal(images, []);
		report(137);
		report(107);
		assert.equal(
			images.map((image) => read(image).msgid),
			['200', '120', '125', '126', '137', '107'],
		);
		assert.is(new Set(images.map((image) => read(image).tm)).size, 2, 'each says when it happened');
	}),
);
for (const id of [137, 150, 220])
	test(
		`should let reports go after ${id}`,
		inScene(({ images }) => {
			const { report } = createReporter({ logUrl: LOG });
			report(200);
			report(id);
			assert.is(images.length, 2);
		}),
	);
for (const id of [101, 107, 120, 121, 125, 126, 200, 221, 230])
	test(
		`should hold ${id} back`,
		inScene(({ images }) => {
			createReporter({ logUrl: LOG }).report(id);
			assert.is(images.length, 0);
		}),
	);
test(
	'should hold back again while the next stream starts',
	inScene(({ images }) => {
		const { report } = createReporter({ logUrl: LOG });
		report(137);
		report(125);
		report(126);
		assert.is(images.length, 1);
		report(137);
		assert.is(images.length, 4);
	}),
);
test(
	'should send what is held back when the page goes away',
	inScene((scene) => {
		const { report } = createReporter({ logUrl: LOG });
		report(200);
		report(125);
		scene.fire('pagehide');
		scene.fire('pagehide');
		assert.is(scene.images.length, 2);
	}),
);

test(
	'should keep one visitor id across loads',
	inScene(({ images, storage }) => {
		createReporter({ logUrl: LOG }).report(137);
		createReporter({ logUrl: LOG }).report(137);
		const [first, second] = images.map((image) => read(image).uid);
		assert.is(first, second);
		assert.equal([...storage], [['alirtc_uuid', first]]);
	}),
);
test(
	'should make an id where storage is blocked',
	inScene(
		({ images }) => {
			createReporter({ logUrl: LOG }).report(137);
			assert.match(read(images[0]!).uid!, HEX);
		},
		undefined,
		{
			localStorage: {
				getItem: () => {
					throw new Error('blocked');
				},
			},
		},
	),
);
test(
	'should number each attempt to play',
	inScene(({ images }) => {
		const { report } = createReporter({ logUrl: LOG });
		for (const id of [200, 120, 125, 126, 137, 107, 121, 125, 137, 125, 137, 220, 221, 220]) report(id);
		const tids = images.map((image) => read(image).tid);
		const names = [...new Set(tids)];
		assert.equal(
			tids.map((tid) => names.indexOf(tid)),
			[0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4],
		);
	}),
);
test(
	'should say which browser it is when it knows none',
	inScene(({ images }) => {
		createReporter({ logUrl: LOG }).report(137);
		const { msgid, args, os, bt, bv } = read(images[0]!);
		assert.equal([msgid, args, os, bt, bv], ['101', '{"ua":"curl/8"}', 'Other', 'unknown', '0.0']);
	}, 'curl/8'),
);

test.run();
