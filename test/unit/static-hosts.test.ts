import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutProxy, withPreconnects } from '../../src/build/static-files.mjs';
import { builtPage } from '../support/built-page.ts';
import { demo } from '../support/demo-config.ts';
import { root } from '../support/root.ts';

const it = suite('rules for static hosts');

const dist = builtPage(demo);
const nginx = readFileSync(join(dist, 'nginx.conf'), 'utf8');
const hashed = readdirSync(dist).filter((name) => /\.\w{8}\.(js|svg|png)$/.test(name));
const unhashed = ['index.html', 'service-worker.js', 'rts.js', 'rts.global.js', 'LICENSES.txt'];

/** Headers by path pattern, as a host that reads `_headers` understands it. */
function headerRules(text = readFileSync(join(dist, '_headers'), 'utf8')): [RegExp, string][] {
	const rules: [RegExp, string][] = [];
	let pattern = '';
	for (const line of text.split('\n')) {
		if (line.startsWith('/')) pattern = line;
		else if (line.trim())
			rules.push([
				new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace('*', '.*').replace(':folder', '[^/]+')}$`),
				line.trim(),
			]);
	}
	return rules;
}

const headers = (name: string) =>
	headerRules()
		.filter(([pattern]) => pattern.test(`/${name}`))
		.map(([, header]) => header);
const cacheControl = (name: string) => headers(name).filter((header) => header.startsWith('Cache-Control'));

it('should keep each hashed file for a year, and nothing else', () => {
	assert.ok(hashed.length > 6);
	assert.equal(
		hashed.filter((name) => existsSync(join(dist, name.replace(/\.\w{8}(?=\.\w+$)/, '')))),
		[],
		'no file is there twice',
	);
	for (const name of hashed.flatMap((name) => [name, `class2/${name}`]))
		assert.equal(cacheControl(name), ['Cache-Control: public, max-age=31536000, immutable'], name);
	for (const name of ['rts.js', 'LICENSES.txt']) assert.equal(cacheControl(name), [], name);
	for (const name of ['', 'index.html', 'service-worker.js'])
		assert.equal(cacheControl(name), ['Cache-Control: no-cache'], name);
});

it('should keep the scripts of earlier builds too', () => assert.equal(cacheControl('stage.00000000.js').length, 1));

for (const [name, value] of [
	['X-Content-Type-Options', 'nosniff'],
	['Strict-Transport-Security', 'max-age=31536000'],
	['Content-Security-Policy', "frame-ancestors 'self'"],
	['Referrer-Policy', 'strict-origin'],
	['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
	['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=()'],
])
	it(`should send ${name} with every file, and with what nginx refuses`, () => {
		assert.match(nginx.replace(/"/g, ''), `add_header ${name} ${value} always;`);
		for (const file of ['', ...hashed, ...unhashed]) assert.ok(headers(file).includes(`${name}: ${value}`), file);
	});

it('should know nothing in nginx before TLS 1.2, whichever server the handshake is for', () =>
	assert.is(nginx.match(/ssl_protocols TLSv1\.2 TLSv1\.3;/g)?.length, nginx.match(/\[::\]:443 ssl/g)?.length));

it('should have no header in a location of nginx, where it would hide the others', () => {
	for (const [location] of nginx.matchAll(/^ +location [^{]*\{[^}]*\}/gm)) assert.not.match(location, 'add_header');
	assert.match(nginx, 'ssl_buffer_size 4k;');
});

it('should name in the header of the HTML alone which hosts it connects to, and none where there are none', () => {
	const html = ['https://api.example.com', '//play.example.com:8443']
		.map((host) => `<link rel="preconnect" href="${host}" crossorigin>`)
		.join('');
	const link =
		'<https://api.example.com>; rel=preconnect; crossorigin, <//play.example.com:8443>; rel=preconnect; crossorigin';
	const text = readFileSync(join(dist, '_headers'), 'utf8');
	assert.is(withPreconnects(text, '<link rel=icon href=data:,>'), text);
	assert.equal(
		headerRules(withPreconnects(text, html)).flatMap(([{ source }, header]) =>
			header.startsWith('Link') ? [`${source} ${header}`] : [],
		),
		['', 'index\\.html'].map((name) => `^\\/${name}$ Link: ${link}`),
	);
	const map = `map $uri $live_page_link {\n    default "";\n    /index.html "${link}";\n}\n`;
	assert.is(
		withPreconnects(nginx, html),
		nginx.replace(/map \$uri \$live_page_link [^}]*\}\n/, () => map),
	);
	assert.match(nginx, /^ {4}add_header Link \$live_page_link always;$/m);
});

it('should leave out the proxy of nginx where the API is on another host, and only there', () => {
	const sample = readFileSync(join(root, 'static/nginx.conf'), 'utf8');
	for (const base of ['', '/v1']) assert.is(withoutProxy(sample, base), sample);
	const rest = withoutProxy(sample, 'https://api.example.com');
	assert.not.match(rest, /^ *(proxy_|upstream|location \^~)/m);
	assert.match(rest, /_headers\)\$ \{\n {8}return 404;\n {4}\}\n( {4}#.*\n)+\}\n$/);
	// A name that does not resolve would keep nginx from starting.
	const upstreams = [...sample.matchAll(/upstream ([\w-]+) \{[^}]*? server [\d.]+:\d+;/g)].map(([, name]) => name);
	const hosts = [...sample.matchAll(/^ *proxy_pass https:\/\/([^;]+)/gm)].map(([, name]) => name);
	assert.equal(hosts, upstreams);
	for (const name of upstreams) assert.not.match(name!, '_');
});

it.run();
