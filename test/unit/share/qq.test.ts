import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cut, shareInQQ } from '../../../src/share/qq.ts';

const it = suite('share in QQ');
const DATA = {
	title: '开学典礼',
	desc: '同看第一课',
	link: 'https://live.example.com/s',
	imgUrl: 'https://a/b.jpg',
	page: 'https://live.example.com/?id=1',
};

/** Shares and returns what QQ was given, with the script that was loaded. */
async function share(data: Partial<typeof DATA> = {}) {
	const given: any[] = [];
	const loaded: string[] = [];
	(globalThis as any).window = globalThis;
	await shareInQQ({ ...DATA, ...data }, async (url) => {
		loaded.push(url);
		(globalThis as any).mqq = { data: { setShareInfo: (info: unknown) => given.push(info) } };
	});
	assert.is(given.length, 1);
	return { info: given[0], loaded };
}

for (const [text, bytes, kept] of [
	['直播直播', 6, '直播'],
	['直播直播', 8, '直播'],
	['ab直', 4, 'ab'],
	['a🎓b', 5, 'a🎓'],
	['a🎓b', 4, 'a'],
	['short', 45, 'short'],
	['', 45, ''],
] as const)
	it(`should cut "${text}" to "${kept}" at ${bytes} bytes`, () => assert.is(cut(text, bytes), kept));

it("should pass QQ's own names", async () => {
	const { info, loaded } = await share();
	assert.equal(loaded, ['https://open.mobile.qq.com/sdk/qqapi.js?_bid=152']);
	assert.equal(info, {
		title: '开学典礼',
		desc: '同看第一课',
		share_url: DATA.link,
		image_url: DATA.imgUrl,
	});
});

for (const [title, kept] of [
	['a'.repeat(45), 45],
	['a'.repeat(46), 45],
	['开'.repeat(15), 15],
	['开'.repeat(16), 15],
] as const)
	it(`should keep ${kept} of the ${title.length} characters of the title ${title[0]}…`, async () =>
		assert.is((await share({ title })).info.title, title.slice(0, kept)));

for (const [desc, kept] of [
	['a'.repeat(60), 60],
	['a'.repeat(61), 60],
	['学'.repeat(20), 20],
	['学'.repeat(21), 20],
] as const)
	it(`should keep ${kept} of the ${desc.length} characters of the description ${desc[0]}…`, async () =>
		assert.is((await share({ desc })).info.desc, desc.slice(0, kept)));

it("should replace a link to another host by the page's own", async () =>
	assert.is((await share({ link: 'https://m.example.com/s' })).info.share_url, DATA.page));

it.run();
