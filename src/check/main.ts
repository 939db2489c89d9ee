/**
 * `npm run check -- https://live.example.com/?id=1`: looks at a deployed page from outside, as a visitor's phone would.
 *
 *     --user ID --token TOKEN   also what members may do
 *     --write                   with a moderator: send a message and delete it
 *     --all                     also list what holds
 *     --json                    for machines
 *
 * The exit status is 0 without faults, 1 with some, 2 where it could not look.
 */
import '../build/node-version.mjs';
import { ArgumentError, readArguments } from './arguments.ts';
import { checkDeployment } from './check-deployment.ts';
import { HttpError } from './http-client.ts';
import { asJson, asText, createProgress } from './print.ts';

/** Runs the command. Resolves with its output and exit status. */
async function run(args: string[]): Promise<[text: string, status: number]> {
	const { json, all, ...what } = readArguments(args);
	const progress = createProgress(process.stderr);
	try {
		const results = await checkDeployment({ ...what, onProgress: json ? () => {} : progress.show });
		const status = results.some(({ level }) => level === 'fault') ? 1 : 0;
		return [json ? `${asJson(results)}\n` : asText(results, all, !!process.stdout.isTTY), status];
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		const sentence = `${what.url.host} cannot be looked at: ${error.message}.`;
		if (json) return [`${asJson([], sentence)}\n`, 2];
		console.error(sentence);
		return ['', 2];
	} finally {
		if (!json) progress.clear();
	}
}

const [text, status] = await run(process.argv.slice(2)).catch((error): [string, number] => {
	console.error(error instanceof ArgumentError ? error.message : error);
	return ['', 2];
});
// Sockets of media may stay open for a while.
process.stdout.write(text, () => process.exit(status));
