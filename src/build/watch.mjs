/** Rebuilds on changes, for `npm run dev`. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds without changes. */
const QUIET_PERIOD = 100;

/** Reloads the page when its HTML has changed. */
export const RELOAD_SCRIPT = `let tag;setInterval(()=>fetch('./index.html',{method:'HEAD',cache:'no-store'}).then(answer=>{const next=answer.headers.get('etag');if(tag&&next&&next!==tag)location.reload();tag=next||tag}).catch(()=>{}),1000);`;

/**
 * Starts the stand-in backend; calls `rebuild` on changes. Exits with the backend.
 * @param {string} root the repository's folder
 * @param {() => unknown} rebuild
 */
export function watchSources(root, rebuild) {
	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	const onChange = () => {
		clearTimeout(timer);
		timer = setTimeout(rebuild, QUIET_PERIOD);
	};
	for (const folder of ['src', 'static']) watch(join(root, folder), { recursive: true }, onChange);
	console.log('Watching src and static.');
	const origin = spawn(process.execPath, ['--import', 'tsx', join(root, 'test/origin/main.ts')], {
		// As npm would, which it ends with.
		env: { ...process.env, npm_lifecycle_event: process.env.npm_lifecycle_event || 'dev' },
		stdio: 'inherit',
	});
	origin.on('exit', (code) => process.exit(code ?? 0));
}
