import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callText, type DriverPage, keyActions } from './engine-page.ts';
import { findProgram } from './find-program.ts';
import { openJsonChannel } from './json-channel.ts';
import { watchedProblems } from './watched-page.ts';

/** Path of an installed Firefox. */
export const findFirefox = () => findProgram('firefox-esr', 'firefox');

/** No updates, no downloads (H.264 for WebRTC is one), no questions; sound without a tap. */
const preferences = `
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("media.autoplay.default", 0);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("media.gmp-gmpopenh264.autoupdate", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`;

/** Starts Firefox with one empty page, the size of a phone, and drives it by WebDriver BiDi. */
export async function openFirefox(program: string): Promise<DriverPage> {
	const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
	writeFileSync(join(profile, 'user.js'), preferences);
	const browser = spawn(
		program,
		['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()));
	const end = async () => {
		browser.kill();
		const timer = setTimeout(() => browser.kill('SIGKILL'), 5000);
		await ended;
		clearTimeout(timer);
		rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		const address = await new Promise<string>((resolve, reject) => {
			let said = '';
			browser.stderr.setEncoding('utf8').on('data', (text) => {
				said += text;
				const found = /listening on (ws:\S+)/.exec(said);
				if (found) resolve(found[1]!);
			});
			browser.once('error', reject);
			browser.once('exit', (code) => reject(new Error(`Firefox ended with code ${code}:\n${said.slice(-2000)}`)));
		});
		const driver = await openJsonChannel(`${address}/session`);
		await driver.send('session.new', { capabilities: {} });
		// The first window of a headless browser has no focus, so that nothing in it shows a focus ring.
		const { context } = await driver.send('browsingContext.create', { type: 'window' });
		await driver.send('browsingContext.setViewport', {
			context,
			viewport: { width: 390, height: 844 },
			devicePixelRatio: 2,
		});

		const page: DriverPage = {
			async goto(url) {
				await driver.send('browsingContext.navigate', { context, url, wait: 'interactive' });
			},
			async evaluate(run, ...args) {
				const expression = `Promise.resolve(${callText(run, args)}).then(result => JSON.stringify([result]))`;
				const { result, exceptionDetails } = await driver.send('script.evaluate', {
					expression,
					target: { context },
					awaitPromise: true,
				});
				if (exceptionDetails) throw new Error(exceptionDetails.text);
				return JSON.parse(result.value)[0];
			},
			async press(...keys) {
				await driver.send('input.performActions', { context, actions: keyActions(keys) });
			},
			problems: () => watchedProblems(page),
			async close() {
				driver.close();
				await end();
			},
		};
		return page;
	} catch (error) {
		await end();
		throw error;
	}
}
