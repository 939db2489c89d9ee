import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isBlank, plainText } from '../../../src/safe/plain-text.ts';

const it = suite('plain text');
it.before.each(() => setup());

const table: [html: string, lines: string[]][] = [
	['', []],
	['   \n ', []],
	['正文', ['正文']],
	['<p>一</p><p>二</p>', ['一', '二']],
	['一<br>二<br/>三', ['一', '二', '三']],
	['<ul><li>一</li><li>二</li></ul>', ['一', '二']],
	['<p>欢迎<strong>光临</strong></p>', ['欢迎光临']],
	['<p>A &amp; B &lt;script&gt; &#20320;</p>', ['A & B <script> 你']],
	['<p>文</p><script>window.hit = 1</script><style>p{}</style>', ['文']],
	['<p onclick="window.hit=1">文</p><img src=x onerror="window.hit=1">', ['文']],
	['<table><tr><td>一</td><td>二</td></tr></table>', ['一二']],
];
for (const [html, lines] of table)
	it(`should return the text of ${JSON.stringify(html)}`, () => assert.equal(plainText(html), lines));

for (const html of ['', '   ', '<p><br></p>', '<script>1</script>', '<p>&nbsp;</p>', '<hr>'])
	it(`should treat ${JSON.stringify(html)} as blank`, () => assert.is(isBlank(html), true));

for (const html of ['文', '<p>0</p>', '<img src="https://a/b.png">', '<p><IMG></p>'])
	it(`should not treat ${JSON.stringify(html)} as blank`, () => assert.is(isBlank(html), false));

it.run();
