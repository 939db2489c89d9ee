import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leavingUrl } from '../../../src/visit/leaving-url.ts';
import { shareData, type SharedLive } from '../../../src/share/share-card.ts';
import { anyCodePoints } from '../../support/any-text.ts';

const it = suite('share card');
const PAGE = 'https://live.example.com/p/?userId=42&id=1&token=secret&from=timeline#chat';
const SHARE = { title: '正在直播', description: '点击观看', image: '/share.png' };
const LIVE: SharedLive = {
	id: '1',
	title: '开学典礼',
	summary: '同看开学第一课',
	coverImg: 'https://cdn.example.com/a.jpg',
	shareUrl: '',
};

it('should show the live with a link to the page by its id alone', () => {
	assert.equal(shareData(LIVE, PAGE, SHARE, leavingUrl), {
		title: '开学典礼',
		desc: '同看开学第一课',
		link: 'https://live.example.com/p/?id=1',
		imgUrl: 'https://cdn.example.com/a.jpg',
		page: 'https://live.example.com/p/?id=1',
	});
});

it('should show the defaults where the live has nothing', () => {
	const { title, desc, imgUrl } = shareData({ ...LIVE, title: '', summary: '', coverImg: '' }, PAGE, SHARE, leavingUrl);
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
	it(`should turn ${shareUrl} into ${link}`, () =>
		assert.is(shareData({ ...LIVE, shareUrl }, PAGE, SHARE, leavingUrl).link, link));
}

it('should make image URLs absolute and replace those that are not http(s)', () => {
	const image = (coverImg: string) => shareData({ ...LIVE, coverImg }, PAGE, SHARE, leavingUrl).imgUrl;
	assert.is(image('//cdn.example.com/a.jpg'), 'https://cdn.example.com/a.jpg');
	assert.is(image('a.jpg'), 'https://live.example.com/p/a.jpg');
	assert.is(image('data:image/png;base64,AA'), 'https://live.example.com/share.png');
	assert.is(image('javascript:alert(1)'), 'https://live.example.com/share.png');
});

it('should never contain the token or the user id, and never throw', () => {
	fc.assert(
		fc.property(anyCodePoints, anyCodePoints, (query, text) => {
			const shareUrl = `https://m.example.com/s?${encodeURIComponent(query)}&token=s3cret&userId=u5er`;
			const data = shareData({ ...LIVE, id: text, shareUrl, coverImg: text }, PAGE, SHARE, leavingUrl);
			assert.not.match(JSON.stringify([data.link, data.page]), /s3cret|u5er|secret|42&/);
		}),
	);
});

it('should encode an id from outside', () => {
	assert.is(
		shareData({ ...LIVE, id: '1&token=x#y' }, PAGE, SHARE, leavingUrl).link,
		'https://live.example.com/p/?id=1%26token%3Dx%23y',
	);
});

it.run();
