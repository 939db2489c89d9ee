import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isPlain, plainText } from '../../../src/safe/plain-text.ts';

const it = suite('plain text');
it.before.each(() => setup());

const table: [html: string, lines: string[]][] = [
	['', []],
	['   \n ', []],
	['正文', ['正文']],
	['第一行\r\n\n第二行', ['第一行', '第二行']],
	['<p>一</p><p>二</p>', ['一', '二']],
	['一<br>二<br/>三', ['一', '二', '三']],
	['<ul><li>一</li><li>二</li></ul>', ['一', '二']],
	['<p>欢迎<strong>光临</strong></p>', ['欢迎光临']],
	['<p>A &amp; B &lt;script&gt; &#20320;</p>', ['A & B <script> 你']],
	['<p>文</p><script>window.hit = 1</script><style>p{}</style>', ['文']],
	['<p onclick="window.hit=1">文</p><img src=x onerror="window.hit=1">', ['文']],
	['<img alt="a>b" title=\'c>d\'>文', ['文']],
	['1 < 2 <> <!-- a > b -->3', ['1 < 2 <> 3']],
	['<TEXTAREA><b>藏</b></TEXTAREA><select><option>藏</select>文', ['文']],
	['<b 0><b 1><i>一</b><p>二', ['一二']],
	['<scripted>一</scripted><titles>二', ['一二']],
	['<table><tr><td>一</td><td>二</td></tr></table>', ['一二']],
	['<p>通知如下：</p><xml><w:View>Normal</w:View><w:TrackMoves/></xml><p>请准时参加</p>', ['通知如下：', '请准时参加']],
	// What is hidden, beside more that is not.
	['<p>公开内容<span style="display:none;mso-hide:all">草稿</span></p>', ['公开内容']],
	['公开内容<div style=DISPLAY:NONE><div>草稿</div></div>后<br hidden>文', ['公开内容后', '文']],
	['公开内容<section hidden=until-found>不公开</section><p aria-hidden=true>后', ['公开内容后']],
	['公开内容<p style="visibility: hidden !important">草稿<b style="visibility:visible">见</b>稿</p>', ['公开内容见']],
	['公开内容<img style="display:none">后', ['公开内容后']],
	// What holds most of the text, or all.
	['题<div style="visibility: hidden; opacity: 0"><p>正文很长很长<i hidden>草稿</i></p></div>', ['题正文很长很长']],
	['<p hidden>一</p><p hidden>二</p>', ['一', '二']],
];
for (const [html, lines] of table)
	it(`should return the text of ${JSON.stringify(html)}`, () => assert.equal(plainText(html), lines));

/** Styles that hide, and ones beside them that do not. */
const HIDING: [style: string, instead: string][] = [
	['display: none', 'display:inline'],
	['DISPLAY:none!important', 'display:nonesuch'],
	['color:red; visibility:collapse', 'visibility:hidden; visibility:visible'],
	['opacity:0', 'opacity:1'],
	['opacity: 0.01', 'opacity:.5'],
	['mso-hide:all', 'mso-hide:screen'],
	['height:0;overflow:hidden', 'height:0;overflow:visible'],
	['max-height:0px;overflow-y:hidden', 'max-height:60px;overflow:hidden'],
	['position:absolute;width:1px;overflow:hidden;clip:rect(0 0 0 0)', 'clip:rect(0,200px,40px,0)'],
	['clip:rect(1px, 1px, 1px, 1px)', 'clip:auto'],
	['clip-path:inset(50%)', 'clip-path:inset(5%)'],
	['clip-path:circle(0)', 'clip-path:circle(50%)'],
	['position:absolute;left:-9999px', 'position:absolute;left:-20px'],
	['text-indent:-9999px', 'text-indent:-2em'],
	['margin-left:-999em', 'margin-left:-99px'],
	['transform:scale(0)', 'transform:scale(0.9)'],
	['transform:scale(0, 0)', 'transform:scale3d(1, 1, 0)'],
	['scale: 0', 'scale:0.9'],
	['transform:translateX(-9999px)', 'transform:translateX(-50%)'],
	['content-visibility: hidden', 'content-visibility:auto'],
	['position:absolute;width:1px;height:1px;overflow:hidden', 'width:1px'],
];
it('should leave out what any of many styles hide, and not what others do', () => {
	for (const [style, instead] of HIDING) {
		assert.equal(plainText(`<p>公开内容<b style="${style}">草稿</b>`), ['公开内容'], style);
		assert.equal(plainText(`<p>公开内容<b style="${instead}">正文</b>`), ['公开内容正文'], instead);
	}
});

it('should call plain what has no markup, or neither text nor media', () => {
	const plain = ['文', '一\n二 & 1 < 2', 'A &lt;b&gt;', '文'.repeat(9999)];
	for (const html of ['', '   ', '<p><br></p>', '<script>1</script>', '<p>&nbsp;</p>', '<hr>', ...plain])
		assert.ok(isPlain(html), html);
	const media = [
		'<img src="https://a/b.png">',
		'<p><IMG></p>',
		'<VIDEO src=x></VIDEO>',
		'<p><audio>',
		'<iframe src=x>',
	];
	for (const html of ['一<br>二', '<p>0</p>', '文'.repeat(10_000), ...media]) assert.not(isPlain(html), html);
});

it('should cut a text that is too long to be laid out, and say so', () => {
	const [text, ...rest] = plainText(`<p>${'文'.repeat(60_000)}`);
	assert.equal([text!.length, rest], [10_000, ['内容过长，仅显示部分']]);
});

it('should never cut within a tag', () => {
	const paragraph = `<p style="margin: 0px; color: rgb(1, 2, 3)">文</p>`;
	for (let more = 0; more < paragraph.length; more += 27) {
		const lines = plainText(`${'-'.repeat(more)}<br>${paragraph.repeat(6500)}`);
		const hasMarkup = lines.some((line) => /["<>:]/.test(line));
		assert.not(hasMarkup, `${lines.slice(-2)}`);
	}
	assert.equal(plainText(`<p>一</p><img src="data:image/png;base64,${'A'.repeat(400_000)}"><p>二</p>`), [
		'一',
		'内容过长，仅显示部分',
	]);
});

it('should read hostile text in linear time', () => {
	const tags = ['<', '<a ', '<a "', '<a \'"', '<a b="', '</', '<p<', '<svg', '<script', '<!--', '<br', '&', '</p'];
	for (const piece of tags)
		for (const html of [piece.repeat(100_000 / piece.length), `<a ${piece.repeat(100_000 / piece.length)}`])
			plainText(html);
});

it.run();
