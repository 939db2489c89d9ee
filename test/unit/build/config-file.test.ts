import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mergeConfig, readConfigFile } from '../../../src/build/config-file.mjs';
import { CALLS } from '../../../src/api/call-names.ts';
import { completeConfig, defaults } from '../../../src/config.ts';
import { POLICY } from '../../../src/player/core/policy.ts';
import { AUTOMATIC, SOUND_ONLY } from '../../../src/texts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const it = suite('config file');
const folder = temporaryFolder('config');

/** The message with which a configuration file of this content is refused. */
async function refusal(content: string | Buffer, name = 'config.json'): Promise<string> {
	const file = name && join(folder, name);
	if (name !== 'missing.json' && file) writeFileSync(file, content);
	const names = { player: Object.keys(POLICY), 'api.tokens': CALLS, 'api.methodCodes': CALLS };
	return readConfigFile(defaults, file, names).then(
		() => 'accepted',
		(error: Error) => error.message.replace(folder, ''),
	);
}

const quality = (name: string, kbps: number, more: object = {}) => ({ name, kbps, ...more });
const qualities = (...list: object[]) => ({ rts: { qualities: list } });
const [best, pattern] = [quality('a', 9), { pattern: 'x', replacement: 'y' }];
const SCHEMES = 'must begin with https://, http:// or /';
/** Configurations, as values or as text, and what is said of them: all, or a part. */
const refused: [config: unknown, sentence: string | RegExp][] = [
	[{ moderator: ['1'] }, /^"moderator" is unknown; known here: .*\bmoderators\b/],
	[{ 'a"\n': 1 }, /^"a\\"\\n" is unknown; known here: /],
	[{ links: { 'a\n': 'b\n' } }, /^links\.a\\n must begin with .*, not "b\\n"$/],
	['{\n"a":\nb\n}', /^.config\.json is not JSON: /],
	[{ toString: {} }, /^"toString" is unknown; known here: /],
	[{ app: { name: 5 } }, 'app.name must be a text, not a number'],
	[{ app: { name: {} } }, 'app.name must be a text, not an object'],
	[{ app: { name: null } }, 'app.name must be a text, not null'],
	[{ chatPollInterval: '10' }, 'chatPollInterval must be a number, not a text'],
	...(['chatPollInterval', 'livePollInterval', 'liveRefreshInterval'] as const).flatMap((name): [object, string][] => [
		[{ [name]: -1 }, `${name} must be a number from 0 to 86400000, not -1`],
		[{ [name]: 86_400_001 }, `${name} must be a number from 0 to 86400000, not 86400001`],
		[{ [name]: 1000.5 }, `${name} must be a whole number, not 1000.5`],
		[{ [name]: 999 }, `${name} must be 0 or at least 1000, not 999`],
	]),
	[{ chat: { maxLength: 1.5 } }, 'chat.maxLength must be a whole number, not 1.5'],
	[
		{ chat: { maxLength: 2, phrases: ['👏👏', '加油！'] } },
		'chat.phrases must have at most 2 characters (chat.maxLength), not "加油！"',
	],
	[{ rts: { tryUnlisted: 'yes' } }, 'rts.tryUnlisted must be true or false, not a text'],
	[{ rts: { whep: '(\\w+/?)+$' } }, /^rts\.whep takes too long, .* such as artc:/],
	[{ rts: { whep: '(whep' } }, /^rts\.whep: Invalid regular expression: .*\(whep/],
	[{ moderators: '7001' }, 'moderators must be a list of texts, not a text'],
	[{ moderators: [7001] }, 'moderators must be a list of texts, not a list with other things'],
	[{ api: { methodCodes: { 'live/detail': 5 } } }, 'api.methodCodes.live/detail must be a text, not a number'],
	[{ api: { methodCodes: { '/live/detail': 'x' } } }, /"api\.methodCodes\.\/live\/detail" is unknown; .*ShareToken$/],
	[
		{ api: { tokens: { 'live/details': 'x' } } },
		/^"api\.tokens\.live\/details" is unknown; known here: live\/detail, /,
	],
	[{ player: { playTimeout: '5' } }, 'player.playTimeout must be a number, not a text'],
	[{ player: { playTimeOut: 5 } }, '"player.playTimeOut" is unknown; the names are in src/player/core/policy.ts'],
	['{"player":{"playTimeout":1e999}}', 'player.playTimeout must be a number from 0 to 86400000, not Infinity'],
	[{ player: { headroom: -0.5 } }, 'player.headroom must be a number from 0 to 86400000, not -0.5'],
	[{ api: { base: 'api.example.com' } }, `api.base ${SCHEMES}, not "api.example.com"`],
	// A final slash would be doubled.
	[{ api: { base: 'https://a.com/' } }, 'api.base must end without /, query and fragment, not "https://a.com/"'],
	[{ api: { base: 'https://a.com?a=1' } }, /^api\.base must end without \/, query and fragment, not /],
	[{ rts: { preconnect: ['https://a.example.com', 'b'] } }, `rts.preconnect ${SCHEMES}, not "b"`],
	[{ rts: { signal: '/rts/' } }, 'rts.signal must end without /, query and fragment, not "/rts/"'],
	[{ rts: { signal: 'rts' } }, `rts.signal ${SCHEMES}, not "rts"`],
	[{ rts: { qualities: '_sd' } }, 'rts.qualities must be a list of qualities, not a text'],
	[qualities({ ...best, rate: 1 }), /^"rts\.qualities\[0\]\.rate" is unknown; known here: name, kbps, suffix, /],
	[qualities({ ...best, audioOnly: true }), /^"rts\.qualities\[0\]\.audioOnly" is unknown/],
	[
		{ replay: { qualities: [{ ...best, audioOnly: 1 }] } },
		'replay.qualities[0].audioOnly must be true or false, not a number',
	],
	[qualities({ name: 'a' }), 'rts.qualities[0] needs a name and kbps'],
	[qualities(quality('', 9)), 'rts.qualities[0] needs a name and kbps'],
	[qualities(quality('a', 0)), 'rts.qualities[0].kbps must be a number from 1 to 100000, not 0'],
	// In bit/s and Mbit/s.
	[qualities(quality('a', 1_130_000)), 'rts.qualities[0].kbps must be a number from 1 to 100000, not 1130000'],
	[{ replay: { qualities: [quality('a', 1.13)] } }, 'replay.qualities[0].kbps must be a whole number, not 1.13'],
	...[AUTOMATIC, SOUND_ONLY].map((name): [object, string] => [
		qualities(best, quality(name, 8, { suffix: '_b' })),
		`rts.qualities[1] has the name of another row of the menu, ${name}`,
	]),
	[qualities({ ...best, suffix: '_a' }), 'rts.qualities[0] needs suffix ""'],
	[qualities({ ...best, pattern: '(' }), /^rts\.qualities\[0\]\.pattern: Invalid regular expression/],
	[qualities(best, quality('b', 8, { suffix: '' })), 'rts.qualities[1] needs a suffix or a pattern'],
	[qualities(best, quality('b', 9, { suffix: '_b' })), 'rts.qualities[1] needs less kbps than the one before'],
	[qualities(best, quality('a', 8, { suffix: '_b' })), 'rts.qualities[1] has name or address of one before'],
	...[{ suffix: '_b' }, pattern].map((address): [object, string] => [
		qualities(best, quality('b', 8, address), quality('c', 7, address)),
		'rts.qualities[2] has name or address of one before',
	]),
	['{"rts":{"whep":"{"},"app":{},"rts" : {}}', /^.config\.json has "rts" twice, of which only the last counts; join/],
	[{ app: { name: 'rts', slogan: '"name":' }, links: { name: 'x', rts: 'x' } }, /^links\.name must begin/],
	['null', 'the file must be an object, not null'],
];
for (const [config, sentence] of refused) {
	const text = typeof config === 'string' ? config : JSON.stringify(config);
	it(`should refuse ${JSON.stringify(config)} in one sentence`, async () => {
		const message = await refusal(text);
		assert.match(message, /^config: [^\n]*$/);
		if (typeof sentence === 'string') assert.is(message, `config: ${sentence}`);
		else assert.match(message.slice('config: '.length), sentence);
	});
}

it('should say in one sentence that a file cannot be read, or is in another encoding than UTF-8', async () => {
	assert.match(await refusal('', 'missing.json'), /^config: .missing\.json cannot be read \(ENOENT\)$/);
	// Of an unset variable.
	assert.is(await refusal('', ''), 'config: "" cannot be read (ENOENT)');
	const text = '{"app":{"name":"x"}}';
	const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
	const gbk = Buffer.from(text.replace('x', '\xb5\xda'), 'latin1');
	for (const bytes of [utf16, gbk]) assert.match(await refusal(bytes), /^config: .config\.json is not UTF-8$/);
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
	const files = [...qualities, { name: '只听声音', kbps: 40, suffix: '_a', audioOnly: true }];
	assert.equal(mergeConfig(defaults, { replay: { qualities: files } }).replay, { qualities: files });
});

it('should take numbers up to what the page leaves as they are', async () => {
	const largest = {
		chat: { maxLength: 86_400_000 },
		liveRefreshInterval: 86_400_000,
		player: { playTimeout: 86_400_000 },
	};
	assert.is(await refusal(JSON.stringify(largest)), 'accepted');
	const merged = mergeConfig(defaults, largest);
	const inPage = structuredClone(merged);
	completeConfig(inPage);
	assert.equal(inPage, merged);
	completeConfig(Object.assign(inPage, { chat: { ...inPage.chat, maxLength: 86_400_001 } }));
	assert.equal(inPage, merged);
});

it('should take phrases of any length where messages have no limit, and those that fit', async () => {
	for (const chat of [{ maxLength: 0, phrases: ['加油！'] }, { maxLength: 2, phrases: ['👏👏'] }, { phrases: ['a'] }])
		assert.is(await refusal(JSON.stringify({ chat })), 'accepted');
});

it('should replace a list, not add to it', () => {
	assert.equal(mergeConfig({ hosts: ['a', 'b'] }, { hosts: [] }), { hosts: [] });
});

it('should accept a byte order mark', async () => {
	const file = join(folder, 'bom.json');
	writeFileSync(file, '\ufeff{"api":{"base":"https://api.example.com"}}');
	assert.is((await readConfigFile(defaults, file)).api.base, 'https://api.example.com');
});

/** Texts of settings. */
const HOST = 'needs a valid host and port, and neither user name nor password';
const SPACE = 'must not begin or end with a space';
const IMAGES = 'must be host names as browsers write them, such as images.example.com';
/** Values of settings that no call can follow, or that open nothing; of lists, the second entry. */
const refusedTexts: [path: string, sentence: string, values: string[]][] = [
	['api.base', HOST, ['https://[::', 'https://a.com:99999', 'https://u:p@a.com', 'https://a b.com', 'https://a.com;x']],
	['api.base', SPACE, ['https://a.com ']],
	['api.signKey', SPACE, ['a ', ' a']],
	['api.fields.commentId', SPACE, ['id ']],
	['moderators.', SPACE, ['7001 ']],
	['rts.whep', SPACE, ['/whep$ ']],
	['api.base', 'must end before /juvenile, which calls add', ['https://a.com/juvenile', 'https://a.com/juvenile/api']],
	['api.fields.commentId', 'must not be empty', ['']],
	['api.fields.qualities', 'must not be empty', ['']],
	['api.fields.playbackQualities', 'must not be empty', ['']],
	['api.okCodes.', 'must not be empty', ['']],
	['chat.phrases.', 'must not be empty', ['', ' ']],
	['moderators.', 'must not be empty', ['', ' ']],
	['app.userAgentToken', 'must not be empty', [' ']],
	['rts.logUrl', HOST, ['//u@a.com/track']],
	[
		'rts.stream',
		'must be the address of a stream, such as artc://play.example.com/live/{id}',
		[
			'rtmp://a.com/{id}',
			'/live/{id}',
			'artc:///{id}',
			'artc://{id}.a.com/live',
			'artc://u@a.com/{id}',
			'artc://a b/{id}',
		],
	],
	[
		'rts.stream',
		'needs {id} once, in place of which it has the id of the live',
		['artc://a.com/live', 'artc://a.com/{id}/{id}', 'wheps://a.com/{ID}/whep'],
	],
	['share.image', HOST, ['https://a.com:x/a.png']],
	['share.image', 'must begin with https:// or http://', ['/share.png', '//a.com/share.png']],
	['newsUrl', 'needs {newsid}, in place of which each item has its id', ['https://news.example.com/', '/news/']],
	['newsUrl', 'must have no braces but {newsid}', ['https://news.example.com/{id}', '/news/{newsId}']],
	['newsUrl', 'must begin with https://, http:// or /', ['javascript:alert({newsid})']],
	['app.downloadUrl', 'must begin with https://, http:// or /', ['example.com/get', 'javascript:alert(1)']],
	['app.universalLink', 'must begin with https://', ['http://open.example.com', '/live', 'liveapp://live']],
	['app.universalLink', HOST, ['https://u@a.com']],
	['app.scheme', 'must be a scheme of the app, such as liveapp://live', ['liveapp', ' liveapp://live', 'https://live']],
	['ossHosts.', IMAGES, ['', 'https://a.com', 'a.com/x', 'a.com:443', 'A.com', 'u@a.com', '*.a.com', 'a b']],
];
for (const [path, sentence, values] of refusedTexts)
	for (const value of values)
		it(`should refuse "${value}" as ${path}`, async () => {
			const names = path.split('.').filter(Boolean);
			const setting: unknown = path.endsWith('.') ? ['a.com', value] : value;
			const config = names.reduceRight((inner, name) => ({ [name]: inner }), setting);
			assert.is(await refusal(JSON.stringify(config)), `config: ${names.join('.')} ${sentence}, not "${value}"`);
		});

it.run();
