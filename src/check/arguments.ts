import { parseArgs } from 'node:util';
import { readVisit, withoutSecrets, type Visit } from '../visit/visit.ts';

/** A mistake in the arguments, as a sentence. */
export class ArgumentError extends Error {}

const USAGE =
	'the arguments are the address of a page, such as https://live.example.com/?id=1, and --user ID, --token TOKEN, --write, --json, --all';

/** Reads the command line. Throws {@link ArgumentError}. */
export function readArguments(args: string[]) {
	const { values, positionals } = parse(args);
	const [address = ''] = positionals;
	if (positionals.length !== 1)
		throw new ArgumentError(
			`${positionals.length ? 'There is more than one address' : 'There is no address'}; ${USAGE}.`,
		);
	let url: URL;
	try {
		url = new URL(withoutSecrets(address));
	} catch {
		throw new ArgumentError(`The address begins with https:// or http://; ${USAGE}.`);
	}
	if (!/^https?:$/.test(url.protocol) || url.username || url.password)
		throw new ArgumentError('The address begins with https:// or http://, without user name and password.');
	const own = readVisit(address);
	const visit: Visit = { id: own.id, userId: values.user ?? own.userId, token: values.token ?? own.token };
	if (!visit.id) throw new ArgumentError('The address needs the id of a live, such as ?id=1.');
	if (!visit.userId !== !visit.token) throw new ArgumentError('A member needs both, --user and --token.');
	const { write = false, json = false, all = false } = values;
	if (write && !visit.token) throw new ArgumentError('--write needs --user and --token.');
	return {
		/** Without token and user id. */
		url,
		visit,
		/** Send a message and delete it. */
		write,
		json,
		/** Also list what holds. */
		all,
	};
}

/** The deployment to check, and the form of the output. */
export type CheckArguments = ReturnType<typeof readArguments>;

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: {
				user: { type: 'string' },
				token: { type: 'string' },
				write: { type: 'boolean' },
				json: { type: 'boolean' },
				all: { type: 'boolean' },
			},
		});
	} catch (error) {
		const [mistake] = (error as Error).message.split(/\.? (?:To specify|This command)|\n|\.$/);
		throw new ArgumentError(`${mistake}; ${USAGE}.`);
	}
}
