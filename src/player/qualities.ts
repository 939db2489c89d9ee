import type { Config } from '../config.ts';
import { parsePlayAddress } from '../rts/address.ts';
import { ORIGINAL, SOUND_ONLY } from '../texts.ts';
import { streamOf } from './source.ts';

/** A way to play a broadcast. */
export interface Quality {
	/** As shown to the viewer; unique within a broadcast. */
	name: string;
	/** Rate of sound and video together; 0: unknown. */
	kbps: number;
	address: string;
	/** Sound without video. */
	audioOnly: boolean;
}

/** A quality as listed by the detail call. */
export type ListedQuality = Omit<Quality, 'audioOnly'>;

/** Parts of a broadcast that give its qualities. */
export interface QualitySource {
	originRts: string;
	/** From the detail call; may be empty. */
	qualities: ListedQuality[];
}

/** Settings of the qualities. */
export type QualityConfig = Pick<Config['rts'], 'whep' | 'qualities'>;

/** Rate of Opus with packet headers. */
const AUDIO_KBPS = 40;

/** Position of a suffix: after the path, before query and client options. */
const PATH_END = /(?=\?|@sub[^@]*$|$)/;

/**
 * Lists the qualities of a broadcast, best first: those of the detail call, else of the configuration, else the stream
 * itself; then sound alone, if the best allows it. Bad entries are dropped with one warning.
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
	let bad = 0;
	const add = (entry: ListedQuality) => {
		const { name, kbps, address } = entry;
		if (!name || !(kbps > 0) || !address) bad++;
		else if (!found.some((other) => other.name === name || other.address === address)) found.push(select(entry));
	};
	listed.forEach(add);
	if (!listed[0] && originRts && !origin.audioOnly)
		for (const { name, kbps, suffix = '', pattern, replacement = '' } of configured) {
			let address = '';
			try {
				// A pattern that does not match leaves the address as it is, and duplicates are dropped.
				address = pattern
					? originRts.replace(RegExp(pattern), replacement)
					: isUrl(originRts)
						? originRts
						: originRts.replace(PATH_END, suffix);
			} catch {
				// An operator may edit the configuration of a built page.
			}
			add({ name, kbps, address });
		}
	if (bad) console.warn(`Qualities without name, kbps or address: ${bad}`);

	found.sort((a, b) => b.kbps - a.kbps);
	const best = found[0] || (found[0] = origin);
	const { audio } = parsePlayAddress(best.address);
	if (audio && !isUrl(best.address) && !found.some(({ audioOnly }) => audioOnly))
		found.push(select({ name: '', kbps: 0, address: `${streamOf(best.address, whep).address}@subvideo=no` }));
	return found;
}
