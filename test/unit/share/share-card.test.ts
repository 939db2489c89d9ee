import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cut, shareInQQ } from '../../../src/share/qq.ts';
import { shareData, type SharedLive } from '../../../src/share/share-card.ts';

const it = suite('share');
const PAGE = 'https://live.example.com/p/?userId=42&id=1&token=secret&from=timeline#chat';
const SHARE = { title: '正在直播', description: '点击观看', image: '/share.png' };
const LIVE: SharedLive = {
	id: '1',
	title: '开学典礼',
	summary: '同看开学第一课',
	coverImg: 'https://cdn.example.com/a.jpg',
	shareUrl: '',
};

it('should show the live, with the page by its id alone', () => {
	assert.equal(shareData(LIVE, PAGE, SHARE), {
		title: '开学典礼',
		desc: '同看开学第一课',
		link: 'https://live.example.com/p/?id=1',
		imgUrl: 'https://cdn.example.com/a.jpg',
		page: 'https://live.example.com/p/?id=1',
	});
});

it('should show the defaults where the live says nothing', () => {
	const { title, desc, imgUrl } = shareData({ ...LIVE, title: '', summary: '', coverImg: '' }, PAGE, SHARE);
	assert.equal([title, desc, imgUrl], ['正在直播', '点击观看', 'https://live.example.com/share.png']);
});

const links: [string, string][] = [
	['https://m.example.com/s?a=1&token=x&userId=2#t', 'https://m.example.com/s?a=1#t'],
	['http://m.example.com/', 'https://m.example.com/'],
	['/s/1?token=x', 'https://live.example.com/s/1'],
	['//m.example.com/s', 'https://m.example.com/s'],
	['javascript:alert(1)', 'https://live.example.com/p/?id=1'],
	['data:text/html,x', 'https://live.example.com/p/?id=1'],
	['http://[', 'https://live.example.com/p/?id=1'],
];
for (const [shareUrl, link] of links) {
	it(`should turn ${shareUrl} into ${link}`, () => assert.is(shareData({ ...LIVE, shareUrl }, PAGE, SHARE).link, link));
}

it('should make pictures absolute, and refuse what is not on the web', () => {
	const picture = (coverImg: string) => shareData({ ...LIVE, coverImg }, PAGE, SHARE).imgUrl;
	assert.is(picture('//cdn.example.com/a.jpg'), 'https://cdn.example.com/a.jpg');
	assert.is(picture('a.jpg'), 'https://live.example.com/p/a.jpg');
	assert.is(picture('data:image/png;base64,AA'), 'https://live.example.com/share.png');
	assert.is(picture('javascript:alert(1)'), 'https://live.example.com/share.png');
});

it('should never hold the token or the user id, and never throw', () => {
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary' }), (url, text) => {
			const shareUrl = url + (url.includes('?') ? '&' : '?') + 'token=s3cret&userId=u5er';
			const data = shareData({ ...LIVE, id: text, shareUrl, coverImg: text }, PAGE, SHARE);
			assert.not.match(JSON.stringify([data.link, data.page]), /s3cret|u5er|secret|42&/);
		}),
	);
});

it('should encode an id from outside', () => {
	assert.is(
		shareData({ ...LIVE, id: '1&token=x#y' }, PAGE, SHARE).link,
		'https://live.example.com/p/?id=1%26token%3Dx%23y',
	);
});

it('should cut by bytes, at whole characters', () => {
	assert.is(cut('直播直播', 6), '直播');
	assert.is(cut('直播直播', 8), '直播');
	assert.is(cut('ab直', 4), 'ab');
	assert.is(cut('a🎓b', 5), 'a🎓');
	assert.is(cut('a🎓b', 4), 'a');
	assert.is(cut('short', 45), 'short');
});

it("should give QQ its own names, short texts and a link on the page's host", async () => {
	const given: any[] = [];
	const loaded: string[] = [];
	(globalThis as any).window = globalThis;
	const load = async (address: string) => {
		loaded.push(address);
		(globalThis as any).mqq = { data: { setShareInfo: (info: unknown) => given.push(info) } };
	};
	const data = {
		title: '开'.repeat(20),
		desc: '学'.repeat(30),
		link: 'https://live.example.com/s',
		imgUrl: 'https://a/b.jpg',
		page: 'https://live.example.com/?id=1',
	};
	await shareInQQ(data, load);
	await shareInQQ({ ...data, link: 'https://m.example.com/s' }, load);
	assert.equal(loaded[0], 'https://open.mobile.qq.com/sdk/qqapi.js?_bid=152');
	assert.equal(given[0], {
		title: '开'.repeat(15),
		desc: '学'.repeat(20),
		share_url: data.link,
		image_url: data.imgUrl,
	});
	assert.is(given[1].share_url, data.page);
});

it.run();
