import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mergeConfig, readConfigFile } from '../../../src/build/config-file.mjs';
import { CALLS } from '../../../src/api/calls.ts';
import { defaults } from '../../../src/config.ts';
import { POLICY } from '../../../src/player/core/policy.ts';

const it = suite('config file');
let folder = '';

it.before(() => void (folder = mkdtempSync(join(tmpdir(), 'config-'))));
it.after(() => rmSync(folder, { recursive: true, force: true }));

/** The message with which a configuration file of this text is refused. */
async function refusal(text: string, name = 'config.json'): Promise<string> {
	const file = join(folder, name);
	writeFileSync(file, text);
	const names = { player: Object.keys(POLICY), 'api.tokens': CALLS, 'api.methodCodes': CALLS };
	return readConfigFile(defaults, file, names).then(
		() => 'accepted',
		(error: Error) => error.message,
	);
}

const refused: [what: string, config: string, sentence: RegExp][] = [
	['an unknown key', '{"moderator":["1"]}', /^config: "moderator" is unknown; known here: .*\bmoderators\b/],
	[
		'an unknown key further down',
		'{"api":{"signkey":"x"}}',
		/^config: "api\.signkey" is unknown; known here: .*\bsignKey\b/,
	],
	[
		'a name with a quote and a line break',
		JSON.stringify({ 'a"\n': 1 }),
		/^config: "a\\"\\n" is unknown; known here: /,
	],
	[
		'a line break in a value',
		JSON.stringify({ links: { 'a\n': 'b\n' } }),
		/^config: links\.a\\n must begin with .*, not "b\\n"$/,
	],
	['a line break in what is not JSON', '{\n"a":\nb\n}', /^config: .* is not JSON: /],
	['a name that every object has', '{"toString":{}}', /^config: "toString" is unknown; known here: /],
	['a number for a text', '{"app":{"name":5}}', /^config: app\.name must be a text, not a number$/],
	['a text for a number', '{"chatPollInterval":"10"}', /^config: chatPollInterval must be a number, not a text$/],
	[
		'a text for true or false',
		'{"rts":{"tryUnlisted":"yes"}}',
		/^config: rts\.tryUnlisted must be true or false, not a text$/,
	],
	['a broken pattern', '{"rts":{"whep":"(whep"}}', /^config: rts\.whep: Invalid regular expression: .*\(whep/],
	['a text for a list', '{"moderators":"7001"}', /^config: moderators must be a list of texts, not a text$/],
	[
		'a list of numbers for a list of texts',
		'{"moderators":[7001]}',
		/^config: moderators must be a list of texts, not a list with other things$/,
	],
	['an object for a text', '{"app":{"name":{}}}', /^config: app\.name must be a text, not an object$/],
	['null for a text', '{"app":{"name":null}}', /^config: app\.name must be a text, not null$/],
	[
		'a number as a method code',
		'{"api":{"methodCodes":{"live/detail":5}}}',
		/^config: api\.methodCodes\.live\/detail must be a text, not a number$/,
	],
	[
		'a text as a limit of the player',
		'{"player":{"playTimeout":"5"}}',
		/^config: player\.playTimeout must be a number, not a text$/,
	],
	[
		'an unknown limit of the player',
		'{"player":{"playTimeOut":5}}',
		/^config: "player\.playTimeOut" is unknown; the names are in src\/player\/core\/policy\.ts$/,
	],
	[
		'a negative limit of the player',
		'{"player":{"playTimeout":-5}}',
		/^config: player\.playTimeout must be a finite number from 0 on, not -5$/,
	],
	[
		'a negative interval',
		'{"chatPollInterval":-1}',
		/^config: chatPollInterval must be a finite number from 0 on, not -1$/,
	],
	[
		'an infinite number',
		'{"player":{"playTimeout":1e999}}',
		/^config: player\.playTimeout must be a finite number from 0 on, not Infinity$/,
	],
	[
		'a token of an unknown call',
		'{"api":{"tokens":{"live/details":"x"}}}',
		/^config: "api\.tokens\.live\/details" is unknown; known here: live\/detail, /,
	],
	[
		'a method code of a path with its host',
		'{"api":{"methodCodes":{"/juvenile/api/live/detail":"x"}}}',
		/^config: "api\.methodCodes\.\/juvenile\/api\/live\/detail" is unknown; known here: .*\bwxjs\/getWechatShareToken$/,
	],
	[
		'two qualities of a name',
		'{"rts":{"qualities":[{"name":"a","kbps":9},{"name":"a","kbps":8,"suffix":"_b"}]}}',
		/^config: rts\.qualities\[1\] has name or address of one before$/,
	],
	[
		'two qualities of a suffix',
		'{"rts":{"qualities":[{"name":"a","kbps":9},{"name":"b","kbps":8,"suffix":"_b"},{"name":"c","kbps":7,"suffix":"_b"}]}}',
		/^config: rts\.qualities\[2\] has name or address of one before$/,
	],
	[
		'two qualities of a pattern',
		'{"rts":{"qualities":[{"name":"a","kbps":9},{"name":"b","kbps":8,"pattern":"x","replacement":"y"},{"name":"c","kbps":7,"pattern":"x","replacement":"y"}]}}',
		/^config: rts\.qualities\[2\] has name or address of one before$/,
	],
	['a short interval', '{"livePollInterval":10}', /^config: livePollInterval must be 0 or at least 1000: 10$/],
	[
		'a news URL without scheme',
		'{"newsUrl":"n.example.com/1"}',
		/^config: newsUrl must begin .*, not "n\.example\.com\/1"$/,
	],
	['a link without scheme', '{"links":{"备案":"beian.example.com"}}', /^config: links\.备案 must begin with/],
	['a share image without scheme', '{"share":{"image":"x.png"}}', /^config: share\.image must begin with/],
	[
		'a base without a scheme',
		'{"api":{"base":"api.example.com"}}',
		/^config: api\.base must begin with https:\/\/, http:\/\/ or \/, not "api\.example\.com"$/,
	],
	[
		'a stream host without a scheme',
		'{"rts":{"preconnect":["https://a.example.com","b.example.com"]}}',
		/^config: rts\.preconnect must begin with https:\/\/, http:\/\/ or \/, not "b\.example\.com"$/,
	],
	[
		'a text for qualities',
		'{"rts":{"qualities":"_sd"}}',
		/^config: rts\.qualities must be a list of qualities, not a text$/,
	],
	[
		'a quality of an unknown field',
		'{"rts":{"qualities":[{"name":"a","kbps":9,"rate":1}]}}',
		/^config: "rts\.qualities\[0\]\.rate" is unknown; known here: name, kbps, suffix, /,
	],
	[
		'a quality without a rate',
		'{"rts":{"qualities":[{"name":"a"}]}}',
		/^config: rts\.qualities\[0\] needs a name, and kbps above 0$/,
	],
	[
		'a first quality that is not the stream itself',
		'{"rts":{"qualities":[{"name":"a","kbps":9,"suffix":"_a"}]}}',
		/^config: rts\.qualities\[0\] needs suffix ""$/,
	],
	[
		'a second quality that is the stream itself',
		'{"rts":{"qualities":[{"name":"a","kbps":9},{"name":"b","kbps":8,"suffix":""}]}}',
		/^config: rts\.qualities\[1\] needs a suffix or a pattern$/,
	],
	[
		'a second quality that is better than the first',
		'{"rts":{"qualities":[{"name":"a","kbps":9},{"name":"b","kbps":10,"suffix":"_b"}]}}',
		/^config: rts\.qualities\[1\] needs less kbps than the one before$/,
	],
	[
		'a quality with a broken pattern',
		'{"rts":{"qualities":[{"name":"a","kbps":9,"pattern":"("}]}}',
		/^config: rts\.qualities\[0\]\.pattern: Invalid regular expression/,
	],
	[
		'a final slash of the API, which would be doubled',
		'{"api":{"base":"https://api.example.com/"}}',
		/^config: api\.base must end without \/, query and fragment, not "https:\/\/api\.example\.com\/"$/,
	],
	[
		'a query of the API',
		'{"api":{"base":"https://api.example.com?a=1"}}',
		/^config: api\.base must end without \/, query and fragment, not /,
	],
	['a list for the whole', '[]', /^config: the file must be an object, not a list/],
	['null for the whole', 'null', /^config: the file must be an object, not null$/],
	['what is not JSON, and name the file', '{"app":', /^config: .*config\.json is not JSON: /],
];
for (const [what, config, sentence] of refused) {
	it(`should refuse ${what} in one sentence`, async () => {
		const message = await refusal(config);
		assert.match(message, sentence);
		assert.not.match(message, /\n/);
	});
}

it('should say in one sentence that a configuration cannot be read', async () => {
	const missing = await readConfigFile(defaults, join(folder, 'missing.json')).catch((error: Error) => error.message);
	assert.match(missing, /^config: .*missing\.json cannot be read \(ENOENT\)$/);
});

it('should refuse an empty file name, such as that of an unset variable', async () => {
	const message = await readConfigFile(defaults, '').catch((error: Error) => error.message);
	assert.is(message, 'config: "" cannot be read (ENOENT)');
});

it('should refuse a file in another encoding than UTF-8', async () => {
	const file = join(folder, 'encoding.json');
	const text = '{"app":{"name":"x"}}';
	const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
	const gbk = Buffer.from(text.replace('x', '\xb5\xda'), 'latin1');
	for (const bytes of [utf16, gbk]) {
		writeFileSync(file, bytes);
		const message = await readConfigFile(defaults, file).catch((error: Error) => error.message);
		assert.is(message, `config: ${file} is not UTF-8`);
	}
});

it('should give the defaults where no file is named', async () => {
	assert.equal(await readConfigFile(defaults, undefined), defaults);
});

it('should merge what a deployment sets over the defaults, however deep, and keep the rest', () => {
	const merged = mergeConfig(defaults, {
		api: { base: 'https://api.example.com', methodCodes: { 'live/detail': 'L1' } },
		moderators: ['7', '8'],
		player: { playTimeout: 9000 },
	});
	assert.equal(merged, {
		...defaults,
		api: { ...defaults.api, base: 'https://api.example.com', methodCodes: { 'live/detail': 'L1' } },
		moderators: ['7', '8'],
		player: { playTimeout: 9000 },
	});
	assert.equal(defaults.api.methodCodes, {}, 'the defaults stay as they are');
});

it('should take qualities by suffix and by pattern as they are', () => {
	const qualities = [
		{ name: '高清', kbps: 1130, suffix: '' },
		{ name: '标清', kbps: 400, suffix: '_sd' },
		{ name: '流畅', kbps: 130, pattern: '/whep$', replacement: '_ld/whep' },
	];
	assert.equal(mergeConfig(defaults, { rts: { qualities } }).rts, { ...defaults.rts, qualities });
});

it('should replace a list, not add to it', () => {
	assert.equal(mergeConfig({ hosts: ['a', 'b'] }, { hosts: [] }), { hosts: [] });
});

it('should accept a byte order mark', async () => {
	const file = join(folder, 'bom.json');
	writeFileSync(file, '\ufeff{"api":{"base":"https://api.example.com"}}');
	assert.is((await readConfigFile(defaults, file)).api.base, 'https://api.example.com');
});

it.run();
