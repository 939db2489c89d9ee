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

	/** The same address for an entry that is of other streams. */
	const derive = ({ suffix, pattern, replacement }: QualityConfig['qualities'][number]): string => {
		if (!pattern) return isUrl(originRts) ? originRts : originRts.replace(PATH_END, suffix || '');
		try {
			return originRts.replace(RegExp(pattern), replacement || '');
		} catch {
			// An operator may edit the configuration of a built page.
			return '';
		}
	};
	const entries = listed[0]
		? listed
		: origin.audioOnly
			? []
			: configured.map((entry) => ({ name: entry.name, kbps: entry.kbps, address: derive(entry) }));
	const usable = entries.filter(({ name, kbps, address }) => name && kbps > 0 && address);
	const bad = entries.length - usable.length;
	if (bad) console.warn(`${bad} qualities are left out: one needs a name, kbps above 0 and an address.`);

	const found = usable
		.filter(
			({ name, address }, i) => !usable.slice(0, i).some((other) => other.name === name || other.address === address),
		)
		.sort((a, b) => b.kbps - a.kbps)
		.map(select);
	const best = found[0] || (found[0] = origin);
	if (!isUrl(best.address) && parsePlayAddress(best.address).audio && !found.some(({ audioOnly }) => audioOnly))
		found.push(select({ name: '', kbps: 0, address: `${streamOf(best.address, whep).address}@subvideo=no` }));
	return found;
}
