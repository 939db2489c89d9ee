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

const CUTS: [text: string, bytes: number, kept: string, keptByCharacters?: string][] = [
	['short', 45, 'short'],
	['', 45, ''],
	['直播直播', 12, '直播直播'],
	['直播直播', 11, '直播…'],
	['Spring concert 2024', 18, 'Spring concert…'],
	['Spring concert 2024', 16, 'Spring…'],
	['校园科技文化节 Robotics', 29, '校园科技文化节…'],
	['开学典礼，现场直播', 18, '开学典礼…'],
	// 科技 and 文化节 are words.
	['校园科技文化节', 20, '校园科技…', '校园科技文…'],
	['Donaudampfschifffahrt', 10, 'Donauda…'],
	['a🎓b🎓', 8, 'a🎓…'],
	['a🎓b🎓', 7, 'a…'],
];
const { Segmenter } = Intl;
for (const [text, bytes, kept, keptByCharacters = kept] of CUTS)
	it(`should cut "${text}" to "${kept}" at ${bytes} bytes, and to "${keptByCharacters}" in an old browser`, () => {
		assert.is(cut(text, bytes), kept);
		Object.assign(Intl, { Segmenter: undefined });
		try {
			assert.is(cut(text, bytes), keptByCharacters);
		} finally {
			Object.assign(Intl, { Segmenter });
		}
		assert.ok(new TextEncoder().encode(kept).length <= bytes);
	});

it("should pass QQ's own names", async () => {
	const { info, loaded } = await share();
	assert.equal(loaded, ['https://open.mobile.qq.com/sdk/qqapi.js?_bid=152']);
	assert.equal(info, { title: '开学典礼', desc: '同看第一课', share_url: DATA.link, image_url: DATA.imgUrl });
});

for (const [field, text, kept] of [
	['title', 'a'.repeat(45), 45],
	['title', 'a'.repeat(46), 42],
	['title', '开'.repeat(15), 15],
	['title', '开'.repeat(16), 14],
	['desc', 'a'.repeat(60), 60],
	['desc', 'a'.repeat(61), 57],
	['desc', '学'.repeat(20), 20],
	['desc', '学'.repeat(21), 19],
] as const)
	it(`should keep ${kept} of the ${text.length} characters of the ${field} ${text[0]}…`, async () =>
		assert.is((await share({ [field]: text })).info[field], text.slice(0, kept) + (kept < text.length ? '…' : '')));

it("should replace a link to another host by the page's own", async () =>
	assert.is((await share({ link: 'https://m.example.com/s' })).info.share_url, DATA.page));

it.run();
