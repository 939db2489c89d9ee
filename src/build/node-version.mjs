/** Exits if Node is older than package.json demands. Import it first. */
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const required = parseInt(engines.node.replace(/\D+/, ''), 10);
const { node } = process.versions;

if (parseInt(node, 10) < required) {
	console.error(`Node ${required} or later is needed; this is Node ${node}.`);
	process.exit(1);
}
