/**
 * Settings that the scripts in the HTML read and that may not be missing there; the others are there only where they
 * differ from the defaults.
 */
const FIRST_FLIGHT = [
	'api.base',
	'api.token',
	'api.tokens',
	'api.okCodes',
	'api.versionNo',
	'api.methodCodes',
	'api.fields.qualities',
	'api.fields.playbackQualities',
	'rts.qualities',
	'replay',
	'app.userAgentToken',
];

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isGroup = (value) => Object(value) === value && !Array.isArray(value);

/**
 * Picks the settings that belong into the HTML; `completeConfig` of `config.ts` adds the others in the app script.
 * @param {object} config
 * @param {object} defaults
 * @param {string} [path] of both, with a final dot
 * @returns {object}
 */
export const configInHtml = (config, defaults, path = '') =>
	Object.fromEntries(
		Object.entries(config).flatMap(([name, value]) => {
			if (FIRST_FLIGHT.includes(path + name)) return [[name, value]];
			const usual = /** @type {Record<string, unknown>} */ (defaults)[name];
			if (!isGroup(value) || !isGroup(usual))
				return JSON.stringify(value) === JSON.stringify(usual) ? [] : [[name, value]];
			const group = configInHtml(value, usual, `${path}${name}.`);
			return Object.keys(group)[0] ? [[name, group]] : [];
		}),
	);
