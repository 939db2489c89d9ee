import { options, type VNode } from 'preact';

/** Names by which Preact and its own add-ons keep a component, its children, and the hook after a commit. */
interface Rendered extends VNode {
	__c?: object;
	__k?: unknown;
}
interface Hooks {
	diffed?: (vnode: Rendered) => void;
	__c?: (root: VNode, queue: unknown) => void;
}

/**
 * Lets go of what components have rendered before. Elements keep the nodes that they were created with (`children`), which
 * keep their children of that time, which lead to each later render: every row that had left the chat stayed in memory.
 */
export function releaseRenders(): void {
	const hooks = options as Hooks;
	const latest = new WeakMap<object, Rendered>();
	const replaced: Rendered[] = [];
	const { diffed, __c: commit } = hooks;
	hooks.diffed = (vnode) => {
		if (diffed) diffed(vnode);
		const component = vnode.__c;
		if (!component) return;
		const before = latest.get(component);
		if (before && before !== vnode) replaced.push(before);
		latest.set(component, vnode);
	};
	// Until then its children are compared with the new ones.
	hooks.__c = (root, queue) => {
		for (const vnode of replaced.splice(0)) vnode.__k = null;
		if (commit) commit(root, queue);
	};
}
