import { isUtf8 } from 'node:buffer';
import { COMMENT_EXAMPLE, LIVE_EXAMPLE, NEWS_EXAMPLE } from '../api/examples.ts';
import { listOf, type Rules } from './finding.ts';
import type { Answer } from './judge-headers.ts';

/** Bytes of an answer from which on compression matters. */
const LARGE = 2_000;
/** Fields of plain text, which the page shows as they are: by their examples neither HTML nor a URL. */
const PLAIN = [LIVE_EXAMPLE, COMMENT_EXAMPLE, NEWS_EXAMPLE].flatMap((example) =>
	Object.entries(example).flatMap(([name, value]) => (/<|:\/\//.test(`${value}`) ? [] : [name])),
);
/** Letters of Chinese as ISO 8859-1 or Windows-1252 reads their UTF-8. */
const TWICE = /(?:[ä-é][\x80-¿\u0152-\u0192\u02c6-\u02dc\u2013-\u2122]{2}){2}/;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[\da-f]+);/i;

/** Names of fields whose text fits, anywhere in an answer. */
function fieldsThat(body: string, fits: (name: string, value: unknown) => boolean): string[] {
	const names = new Set<string>();
	try {
		JSON.parse(body, (name, value) => {
			if (fits(name, value)) names.add(name);
			return value;
		});
	} catch {
		// Judged as a call.
	}
	return [...names];
}

const hasEntity = (name: string, value: unknown) => PLAIN.includes(name) && ENTITY.test(`${value}`);
/** HTML that was escaped as a whole. */
const isEscaped = (name: string, value: unknown) =>
	name === 'description' && /&lt;[a-z]/i.test(`${value}`) && !/<[a-z]/i.test(`${value}`);

/** Judges the texts of answers, and how they travel. */
export function judgeTexts({ expect, advise }: Rules, answers: Answer[]): void {
	const namesOf = (fits: (body: Buffer) => boolean) =>
		listOf(answers.filter(({ exchange }) => fits(exchange.body)).map(({ name }) => name));
	// As which the page's first flight reads every answer.
	const foreign = namesOf((body) => !isUtf8(body));
	expect('charset', !foreign, 'answers are UTF-8', [
		`${foreign} is not UTF-8, as which browsers read it, so its texts are garbled.`,
		'Send UTF-8 from the API, whatever its Content-Type says.',
	]);
	const lossy = namesOf((body) => isUtf8(body) && body.includes('\ufffd'));
	expect('lost-characters', !lossy, 'no character was lost', [
		`${lossy} has characters in place of lost ones (U+FFFD, “\ufffd”).`,
		'Correct how texts are read and stored before the API: something there takes another charset for UTF-8.',
	]);
	for (const { name, exchange } of answers) {
		const body = exchange.body.toString();
		const twice = listOf(fieldsThat(body, (_, value) => typeof value === 'string' && TWICE.test(value)));
		expect('encoded-twice', !twice, `texts of ${name} are encoded once`, [
			`${name}: ${twice} was encoded as UTF-8 twice, so the page shows letters such as “ç¬¬” for Chinese.`,
			'Set the charset of the connection to the database (MySQL: utf8mb4), and correct what is stored.',
		]);
		const names = listOf(fieldsThat(body, hasEntity));
		advise('entities', !names, `texts of ${name} are plain`, [
			`${name}: ${names} has HTML entities such as “&amp;”, which the page shows as they are.`,
			'Send plain text in all fields but description.',
		]);
		advise('escaped-html', !fieldsThat(body, isEscaped).length, `the description of ${name} is HTML`, [
			`${name}: the tags of description are escaped (“&lt;p&gt;”), so the page shows them as text.`,
			'Send description as HTML, without the filter that escapes it: the page sanitizes it.',
		]);
	}
	const bytes = (size: number) => `${(size / 1000).toFixed(size < 10_000 ? 1 : 0)} kB`;
	const large = answers.filter(
		({ exchange }) =>
			exchange.body.length > LARGE && !/^(br|gzip|deflate|zstd)$/.test(exchange.headers['content-encoding'] ?? ''),
	);
	advise('api-compression', !large.length, 'answers are compressed', [
		`${listOf(large.map(({ name, exchange }) => `${name} (${bytes(exchange.body.length)})`))} ${large.length > 1 ? 'are' : 'is'} not compressed.`,
		'Compress application/json in the API or in the proxy before it (nginx: gzip, gzip_proxied any, gzip_types application/json).',
	]);
}
