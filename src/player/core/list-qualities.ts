import type { Config } from '../../config.ts';
import { parsePlayAddress } from '../../rts/play/address.ts';
import { AUTOMATIC, ORIGINAL, SOUND_ONLY } from '../../texts.ts';
import { matchesPattern } from './matches-pattern.ts';
import { streamOf } from './source.ts';

/** A quality of a broadcast. */
export interface Quality {
	/** Shown to the viewer; unique. */
	name: string;
	/** Sound and video; 0: unknown. */
	kbps: number;
	address: string;
	audioOnly: boolean;
}

/** A quality in the detail call. */
export type ListedQuality = Omit<Quality, 'audioOnly'>;

/** A broadcast's addresses. */
export interface QualitySource {
	originRts: string;
	qualities: ListedQuality[];
}

/** Settings of the qualities. */
export type QualityConfig = Pick<Config['rts'], 'whep' | 'qualities'>;

/** Whether it has all that playing needs, and a name that is none of the page's own. */
export const isUsable = ({ name, kbps, address }: ListedQuality): boolean =>
	!!name && ![AUTOMATIC, SOUND_ONLY].includes(name) && kbps > 0 && !!address;

/** Opus with packet headers. */
const AUDIO_KBPS = 40;

/** Place of a suffix: the end of the path. */
const PATH_END = /(?=\?|@sub[^@]*$|$)/;

/**
 * Lists the qualities, best first: from the detail call, else the configuration, else the stream itself; then sound
 * alone, if possible. Drops unusable entries.
 */
export function qualitiesOf(
	{ originRts, qualities: listed }: QualitySource,
	{ whep, qualities: configured }: QualityConfig,
): Quality[] {
	const isUrl = (address: string) => streamOf(address, whep).kind === 'url';
	const select = ({ name, kbps, address }: ListedQuality): Quality =>
		isUrl(address) || parsePlayAddress(address).video
			? { name, kbps, address, audioOnly: false }
			: { name: SOUND_ONLY, kbps: AUDIO_KBPS, address, audioOnly: true };
	const origin = select({ name: ORIGINAL, kbps: 0, address: originRts });

	const found: Quality[] = [];
	const add = (entry: ListedQuality) => {
		const { name, address } = entry;
		if (isUsable(entry) && !found.some((other) => other.name === name || other.address === address))
			found.push(select(entry));
	};
	listed.forEach(add);
	if (!listed[0] && originRts && !origin.audioOnly)
		for (const { name, kbps, suffix = '', pattern, replacement = '' } of configured) {
			let address = '';
			try {
				// Unchanged addresses are duplicates, which `add` drops.
				if (pattern)
					address = matchesPattern(pattern, originRts) ? originRts.replace(RegExp(pattern), replacement) : originRts;
				else address = isUrl(originRts) ? originRts : originRts.replace(PATH_END, suffix);
			} catch {
				// Operators may edit a built page's configuration.
			}
			add({ name, kbps, address });
		}

	found.sort((a, b) => b.kbps - a.kbps);
	const best = found[0] || (found[0] = origin);
	const { audio } = parsePlayAddress(best.address);
	if (audio && !isUrl(best.address) && !found.some(({ audioOnly }) => audioOnly))
		found.push(select({ name: '', kbps: 0, address: `${streamOf(best.address, whep).address}@subvideo=no` }));
	return found;
}
