import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyMutant, lineOf, mutantsOf, seededRandom, shuffled } from '../../mutation/mutants.ts';

const it = suite('mutants');

/** Each source as its mutants leave it. */
const mutated = (source: string) => mutantsOf(source).map((mutant) => applyMutant(source, mutant));

const TABLE: [source: string, mutants: string[]][] = [
	['a === b', ['a !== b']],
	['a < b', ['a <= b', 'a >= b']],
	['a >= b', ['a > b', 'a < b']],
	['a && b', ['a || b']],
	['a ?? b', ['a && b']],
	['a + b', ['a - b']],
	['if (!a)', ['if (a)']],
	['f(true)', ['f(false)']],
	['f(10)', ['f(11)', 'f(9)']],
	['f(0)', ['f(1)', 'f((-1))']],
	['f(1_000)', ['f(1001)', 'f(999)']],
	[`f('text')`, [`f('')`]],
	[`f('')`, [`f('mutant')`]],
	['\tstop();', ['\t;']],
	['\tcount = next;', ['\t;']],
];

for (const [source, mutants] of TABLE)
	it(`should change ${source.trim()}`, () => assert.equal(mutated(source), mutants));

for (const [what, source] of [
	['comments', `// a === b, true, 'x'\n/* 1 < 2 */`],
	['paths of imports', `import { a } from './a.ts';`],
	['templates', '`a === ${b} true 1`'],
	['regular expressions', '= /true|[/]1/g'],
	['type arguments', 'new Map<A>()'],
	['assertions that a value is there', 'a!.b'],
	['parts of names', 'h264 + a1'.replace(' + ', ', ')],
	['declarations', '\tconst a = b;'],
] as const)
	it(`should not change ${what}`, () => assert.equal(mutated(source), []));

it('should say on which line a change is', () => {
	const source = 'a;\nb;\nc === d';
	assert.is(lineOf(source, mutantsOf(source)[0]!), 3);
});

it('should take the same sample for the same seed, and another for another', () => {
	const list = Array.from({ length: 50 }, (_, index) => index);
	const sample = (seed: number) => shuffled(list, seededRandom(seed));
	assert.equal(sample(1), sample(1));
	assert.not.equal(sample(1), sample(2));
	assert.equal(
		sample(1).sort((a, b) => a - b),
		list,
	);
});

it.run();
