// In the HTML: each byte is paid before the first paint.
import type { Config } from '../../config.ts';
import { parsePlayAddress } from '../../rts/play/address.ts';
import { AUTOMATIC, ORIGINAL, SOUND_ONLY } from '../../texts.ts';
import type { Policy } from './policy.ts';
import { matchesPattern } from './matches-pattern.ts';
import { type ListedQuality, type PlayerSource, streamOf, usesWebRtc } from './source.ts';

/** A quality of a broadcast or recording. */
export interface Quality {
	/** Shown to the viewer; unique. */
	name: string;
	/** Sound and video; 0: unknown. */
	kbps: number;
	address: string;
	audioOnly: boolean;
}

/** Addresses of a broadcast and its recording. */
type QualitySource = Pick<PlayerSource, 'status' | 'originRts' | 'qualities' | 'playbackUrl' | 'playbackQualities'>;

/** Settings of the qualities. */
export interface QualityConfig {
	rts: Pick<Config['rts'], 'whep' | 'qualities'>;
	replay: Config['replay'];
}

/** Whether it has all that playing needs, and a name that is none of the page's own. */
export const isUsable = ({ name, kbps, address, audioOnly }: ListedQuality): boolean =>
	(audioOnly || (!!name && ![AUTOMATIC, SOUND_ONLY].includes(name))) && kbps > 0 && !!address;

/** Opus with packet headers. */
const AUDIO_KBPS = 40;

/** Place of a suffix: the end of a stream's path, or before the extension of a media URL's. */
const PATH_END = /(?=\?|@sub[^@]*$|$)/;
const NAME_END = /(?=(\.\w+)?([?#]|$))/;

/**
 * Lists the qualities of what a broadcast's status plays, best first: from the detail call, else the configuration,
 * else the address itself; then a stream's sound alone, if possible. Drops unusable entries.
 */
export function qualitiesOf(source: QualitySource, { rts, replay }: QualityConfig): Quality[] {
	const { whep } = rts;
	const isReplay = source.status === 3;
	const [address, listed, configured] = isReplay
		? [source.playbackUrl, source.playbackQualities || [], replay.qualities]
		: [source.originRts, source.qualities, rts.qualities];
	/** '' of WebRTC. */
	const mediaOf = (address: string) => {
		const { kind } = streamOf(address, whep);
		return usesWebRtc(kind) ? '' : kind;
	};
	const media = mediaOf(address);

	const found: Quality[] = [];
	const add = ({ name, kbps, address, audioOnly }: ListedQuality) => {
		if (!audioOnly) {
			audioOnly = !mediaOf(address) && !parsePlayAddress(address).video;
			if (audioOnly) kbps = AUDIO_KBPS;
		}
		if (audioOnly) name = SOUND_ONLY;
		if (!found.some((other) => other.name === name || other.address === address))
			found.push({ name, kbps, address, audioOnly });
	};
	// Qualities of another protocol are for networks that block this one (`act/play-fallback.ts`).
	const addUsable = (entry: ListedQuality) =>
		isUsable(entry) && (!address || mediaOf(entry.address) === media) && add(entry);
	listed.forEach(addUsable);
	if (!listed[0] && address)
		for (const {
			name,
			kbps,
			suffix = '',
			pattern,
			replacement = '',
			audioOnly,
		} of configured as Config['replay']['qualities']) {
			let derived = '';
			try {
				// Unchanged addresses are duplicates, which `add` drops.
				if (pattern)
					derived = matchesPattern(pattern, address) ? address.replace(RegExp(pattern), replacement) : address;
				else derived = media === 'url' && !isReplay ? address : address.replace(media ? NAME_END : PATH_END, suffix);
			} catch {
				// Operators may edit a built page's configuration.
			}
			addUsable({ name, kbps, address: derived, audioOnly });
		}
	found.sort((a, b) => +a.audioOnly - +b.audioOnly || b.kbps - a.kbps);
	if (!found[0]) add({ name: ORIGINAL, kbps: 0, address });
	const best = found[0]!;
	const { audio } = parsePlayAddress(best.address);
	if (audio && !mediaOf(best.address) && !found.some(({ audioOnly }) => audioOnly))
		add({ name: '', kbps: 0, address: streamOf(best.address, whep).address + '@subvideo=no' });
	return found;
}

/** kbit/s assumed for an unknown link. */
const UNKNOWN_RATE = 650;

/**
 * Chooses the best quality that fits the link, not above `last`; with saveData the lowest with video. Sound alone only
 * if there is nothing else.
 *
 * @param rate kbit/s (`link/link-rate.ts`); 0: unknown
 * @param last name of the one watched last; '' for none
 */
export function firstQuality(
	qualities: readonly Pick<Quality, 'name' | 'kbps' | 'audioOnly'>[],
	rate: number,
	saveData: boolean,
	last: string,
	{ headroom }: Pick<Policy, 'headroom'>,
): number {
	const lowest = qualities.filter(({ audioOnly }) => !audioOnly).length - 1;
	let index = qualities.findIndex(({ name }) => name === last);
	const carried = rate || (index < 0 ? UNKNOWN_RATE : Infinity);
	index = saveData ? lowest : Math.max(0, index);
	while (index < lowest && qualities[index]!.kbps * headroom > carried) index++;
	return Math.max(0, Math.min(index, lowest));
}
