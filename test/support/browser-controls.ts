import type { Page } from 'playwright-core';

/** Where the browser's own controls lie, in the tree that pages do not see. */
export async function browserControls(page: Page) {
	interface Node {
		nodeId: number;
		attributes?: string[];
		children?: Node[];
		shadowRoots?: Node[];
	}
	const session = await page.context().newCDPSession(page);
	const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
	const found: Node[] = [];
	const walk = (node: Node) => {
		if (/controls-((play|mute|fullscreen|overflow)-button|timeline)(,|$)/.test(`${node.attributes}`)) found.push(node);
		for (const inner of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) walk(inner);
	};
	walk(root);
	const boxes = found.map(async ({ nodeId, attributes }) => {
		const box = await session.send('DOM.getBoxModel', { nodeId }).catch(() => null);
		if (!box?.model.width) return [];
		const [left, top] = box.model.border as [number, number];
		return [{ name: `${attributes}`, left, top, right: left + box.model.width, bottom: top + box.model.height }];
	});
	return (await Promise.all(boxes)).flat();
}
