import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { retryAfterOf } from '../../../src/rts/play/retry-after.ts';

const it = suite('Retry-After');

const SERVER_TIME = Date.parse('Tue, 14 Nov 2023 22:13:20 GMT');
const at = (time: number) => new Date(time).toUTCString();

for (const [wait, ...values] of [
	[0, null, '0', '-3', 'soon', at(SERVER_TIME - 1000)],
	[2000, '2'],
	[3000, at(SERVER_TIME + 3000)],
	[300_000, '301', '1e999', at(SERVER_TIME + 86_400_000)],
] as [number, ...(string | null)[]][])
	it(`should wait ${wait} ms for ${values.join(' or ')}, whatever the time is here`, () => {
		const found = values.map((value) => retryAfterOf((name) => (name === 'date' ? at(SERVER_TIME) : value)));
		assert.equal([...new Set(found)], [wait]);
	});

it('should count a date from the time here where the response tells none, or nonsense', () => {
	for (const date of [null, 'now']) {
		const wait = retryAfterOf((name) => (name === 'date' ? date : at(Date.now() + 30_000)));
		assert.ok(wait > 25_000 && wait <= 30_000, `${wait}`);
	}
});

it('should not read the time of a response that demands no date', () => {
	const read: string[] = [];
	for (const value of [null, '5']) retryAfterOf((name) => (read.push(name), value));
	assert.equal(read, ['retry-after', 'retry-after']);
});

it.run();
