/**
 * The program that runs test files one after the other, each as if it were alone: its modules are its own, because
 * `test-code.ts` bundles them; it is over when Node would end the process, so whatever is left open holds it up; and
 * what it changed of the process is put back. The path of a compiled file comes as a message, and a `FileEnd` answers.
 */
import { pathToFileURL } from 'node:url';
import { recordProcess } from './process-state.ts';

/** A file that is over. */
export interface FileEnd {
	/** The exit code that Node would end with; null when a signal ended it. */
	code: number | null;
	/** The file's changes are undone: another one may follow. */
	restored: boolean;
}

// Loaded before the record, because loading changes the process: Node's fetch, and two packages of most browser files.
new Headers();
if (process.env.TEST_BROWSER_POOL) await Promise.all([import('playwright-core'), import('werift')]);

process.on('message', (path: string) => {
	process.channel!.unref();
	// A rejection ends the process, as it does without this program.
	void import(pathToFileURL(path).href);
});
// The runner's time limit; it ends the process soon after.
process.on('SIGTERM', () => console.error('still open:', process.getActiveResourcesInfo().join()));
process.once('disconnect', () => process.exit());
process.on('beforeExit', (code) => {
	process.channel!.ref();
	process.send!({ code, restored: restored() } satisfies FileEnd);
});

const restore = recordProcess();

function restored(): boolean {
	try {
		restore();
		return true;
	} catch (error) {
		console.error(error);
		return false;
	}
}
