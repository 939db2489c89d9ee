import { memo } from 'react';
import { signal } from '@preact/signals';
import { options } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { releaseRenders } from '../../../src/view/page/release-renders.ts';
import { render, reset, settle, setup } from '../../support/dom.ts';

const it = suite('release renders');
const before = { ...options };
it.before.each(() => setup());
it.after.each(() => {
	Object.assign(options, { __c: undefined }, before);
	reset();
});

const pages = signal<number[]>([]);
const count = signal(0);

/** Rows whose last one is drawn again as those behind it go. */
const Rows = memo(({ page, isLast }: { page: number; isLast: boolean }) => (
	<ul className={isLast ? 'last' : ''}>
		<li>{page}</li>
	</ul>
));
const Count = () => <b>{count.value}</b>;
const List = () => (
	<div>
		{pages.value.map((page, index) => (
			<Rows key={page} page={page} isLast={index === pages.value.length - 1} />
		))}
		<Count />
	</div>
);
const tab = signal(0);
/** Is drawn again by itself, while the element around it keeps the node that it was created with. */
const Tabs = () => (
	<main title={`${tab.value}`}>
		<List />
	</main>
);
const Page = () => (
	<div>
		<Tabs />
	</div>
);

/** Rows that can be reached from the page's nodes. */
function reachable(root: object): number {
	const seen = new Set<unknown>([root]);
	const waiting: object[] = [root];
	let rows = 0;
	while (waiting.length) {
		const node = waiting.pop()! as Record<string, any>;
		if (node.type === 'li') rows++;
		for (const next of [node.__k, node.__, node.props?.children, Array.isArray(node) ? node : null].flat())
			if (next && typeof next === 'object' && !seen.has(next)) {
				seen.add(next);
				waiting.push(next);
			}
	}
	return rows;
}

async function pollRows(polls: number): Promise<number> {
	pages.value = [0, -1, -2];
	const view = await render(<Page />);
	tab.value++;
	await settle();
	for (let poll = 1; poll <= polls; poll++) {
		pages.value = [poll, ...pages.value].slice(0, 3);
		await settle();
		count.value++;
		await settle();
	}
	assert.equal(
		[...view.querySelectorAll('li')].map((row) => row.textContent),
		[polls, polls - 1, polls - 2].map(String),
	);
	return reachable((view as unknown as { __k: object }).__k);
}

it('should keep no row that has left a list', async () => {
	releaseRenders();
	const few = await pollRows(5);
	assert.is(await pollRows(50), few);
});

it('should mend what Preact does without it', async () => assert.ok((await pollRows(50)) > 40));

it.run();
