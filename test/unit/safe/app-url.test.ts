import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appUrl } from '../../../src/safe/app-url.ts';

const it = suite('app address');

it('should return the scheme of an app unchanged', () => {
	const schemes = 'liveapp://live liveapp: com.example.live://x?y=1 a+b-c.d:// LiveApp://x datalive://x';
	for (const scheme of schemes.split(' ')) assert.is(appUrl(scheme), scheme);
	assert.is(appUrl('https://open.example.com/live'), 'https://open.example.com/live');
});

const NO_SCHEME = ['', 'live', '://x', ' liveapp://x', '1app://x'];
const SCRIPTS = ['javascript:PWN()', 'JavaScript:PWN()', '\u0001javascript:PWN()', 'java\tscript:PWN()', 'vbscript:x'];
const DATA = 'data:text/html,x DATA:, blob:x file:///etc/passwd filesystem:x about:blank view-source:x'.split(' ');
it('should refuse schemes that browsers interpret, and what is no scheme', () => {
	for (const scheme of [...NO_SCHEME, ...SCRIPTS, ...DATA]) assert.is(appUrl(scheme), '', scheme);
});

it.run();
