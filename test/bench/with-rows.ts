import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatedVisitor } from './emulated.ts';
import { DOMAIN, networkProblem } from './link/network.ts';
import { linkVisitor } from './link/visitor.ts';
import type { Hosts, Row } from './rows.ts';
import type { Built, Visitor } from './visit.ts';

/** Builds the rows and does something with them and a visitor; everything is closed and removed afterwards. */
export async function withRows(rows: Row[], act: (visitor: Visitor, built: Built[]) => Promise<void>): Promise<void> {
	const problem = networkProblem();
	if (problem) console.error(`No link below TCP on this machine (${problem}): the browser's own emulation is used.`);
	const visitor = problem ? await emulatedVisitor() : await linkVisitor();
	const folder = await mkdtemp(join(tmpdir(), 'live-page-bench-'));
	try {
		const hosts: Hosts = problem
			? { api: '', stream: '' }
			: { api: `https://api.${DOMAIN}`, stream: `https://stream.${DOMAIN}` };
		const built: Built[] = [];
		for (const row of rows) {
			const into = join(folder, row.name);
			await row.build(into, row.oneHost ? { api: '', stream: '' } : hosts);
			built.push({ ...row, folder: into });
		}
		await act(visitor, built);
	} finally {
		await visitor.close();
		await rm(folder, { recursive: true, force: true });
	}
}
