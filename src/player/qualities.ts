import type { Config } from '../config.ts';
import { parsePlayAddress } from '../rts/address.ts';
import { ORIGINAL, SOUND_ONLY } from '../texts.ts';
import { streamOf } from './source.ts';

/** One way to play a broadcast. */
export interface Quality {
	/** As the viewer reads it; unique within a broadcast. */
	name: string;
	/** Sound and video together; 0: unknown. */
	kbps: number;
	address: string;
	/** Sound without video. */
	audioOnly: boolean;
}

/** A quality as the detail call lists it. */
export type ListedQuality = Omit<Quality, 'audioOnly'>;

/** What of a broadcast tells its qualities. */
export interface QualitySource {
	originRts: string;
	/** Of the detail call; empty where it lists none. */
	qualities: ListedQuality[];
}

/** The settings that tell the qualities. */
export type QualityConfig = Pick<Config['rts'], 'whep' | 'qualities'>;

/** Opus with the headers of its packets. */
const AUDIO_KBPS = 40;

/** Where a suffix goes: after the last segment of the path, before the query and the options of the client. */
const PATH_END = /(?=\?|@sub[^@]*$|$)/;

/**
 * Lists the qualities of a broadcast, best first: those of the detail call, else those of the configuration, else the
 * stream as it is; then sound alone, where the best can be played so. Bad entries are left out, with one line on the console.
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
				// Another stream's pattern changes nothing, and the same address is left out.
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
