/** An offer reduced to the codecs that the origin answers with. */
export interface PreparedOffer {
	/** The offer with one Opus and one H.264 payload type, so that the answer has no other choice. */
	sdp: string;
	/** Selected payload types; null when the offer has no such section. */
	audio: number | null;
	video: number | null;
}

/** An offer that cannot be answered. */
export class OfferError extends Error {
	override name = 'OfferError';
	constructor(
		message: string,
		/** Of the response. */
		readonly status = 400,
	) {
		super(message);
	}
}

/** The RTCP feedback that the origin supports; other kinds are removed so that browsers do not rely on them. */
const SUPPORTED_FEEDBACK = /^(nack|nack pli)$/;

const attributes = (lines: string[], name: string) =>
	lines.flatMap((line) => {
		const match = new RegExp(`^a=${name}:(\\d+) (.*)$`).exec(line);
		return match ? [{ type: Number(match[1]), value: match[2]! }] : [];
	});

function selectOpus(lines: string[]): number {
	const opus = attributes(lines, 'rtpmap').find((map) => /^opus\/48000/i.test(map.value));
	if (!opus) throw new OfferError('the offer has no Opus');
	return opus.type;
}

/** Constrained baseline in packetization mode 1, which every phone decodes; else any H.264 in mode 1; else any H.264. */
function selectH264(lines: string[]): number {
	const parameters = new Map(attributes(lines, 'fmtp').map(({ type, value }) => [type, value]));
	const offered = attributes(lines, 'rtpmap')
		.filter((map) => /^h264\/90000/i.test(map.value))
		.map(({ type }) => ({ type, parameters: parameters.get(type) ?? '' }));
	const modeOne = offered.filter((codec) => /packetization-mode=1/.test(codec.parameters));
	const selected = modeOne.find((codec) => /profile-level-id=42e0/i.test(codec.parameters)) ?? modeOne[0] ?? offered[0];
	if (!selected) throw new OfferError('the offer has no H.264');
	return selected.type;
}

/** Removes the lines about payload types other than this one. */
function keepPayloadType(lines: string[], type: number): string[] {
	return lines.flatMap((line) => {
		if (line.startsWith('m=')) return [line.split(' ').slice(0, 3).concat(String(type)).join(' ')];
		const match = /^a=(rtpmap|fmtp|rtcp-fb):(\d+|\*) ?(.*)$/.exec(line);
		if (!match) return [line];
		const [, name, payloadType, value = ''] = match;
		if (payloadType !== String(type) && payloadType !== '*') return [];
		return name === 'rtcp-fb' && !SUPPORTED_FEEDBACK.test(value) ? [] : [line];
	});
}

function checkDirection(lines: string[], kind: string, mode: 'play' | 'publish'): void {
	const expected = mode === 'play' ? 'recvonly' : 'sendonly';
	const directions = ['sendrecv', 'recvonly', 'sendonly', 'inactive'];
	const direction = directions.find((d) => lines.includes(`a=${d}`)) ?? 'sendrecv';
	if (direction !== 'sendrecv' && direction !== expected) throw new OfferError(`the ${kind} section is ${direction}`);
}

/**
 * Validates an offer and reduces it.
 * @throws OfferError when a section lacks something or has the wrong direction
 */
export function prepareOffer(sdp: string, mode: 'play' | 'publish'): PreparedOffer {
	if (!sdp.startsWith('v=0')) throw new OfferError('the offer is not SDP');
	const [session = [], ...sections] = sdp
		.split(/\r?\n(?=m=)/)
		.map((section) => section.split(/\r?\n/).filter((line) => line !== ''));
	const prepared: PreparedOffer = { sdp: '', audio: null, video: null };
	const result = sections.map((lines) => {
		const kind = /^m=(\w+) /.exec(lines[0] ?? '')?.[1] ?? '';
		const all = [...session, ...lines];
		if (!all.some((l) => l.startsWith('a=ice-ufrag:')) || !all.some((l) => l.startsWith('a=ice-pwd:')))
			throw new OfferError('the offer has no ICE credentials');
		if (!all.some((l) => l.startsWith('a=fingerprint:'))) throw new OfferError('the offer has no fingerprint');
		if (kind === 'application') return lines;
		if (kind !== 'audio' && kind !== 'video') throw new OfferError(`unknown section ${kind}`);
		if (prepared[kind] !== null) throw new OfferError(`the offer has two ${kind} sections`);
		// Media a stream lacks is left out.
		if (lines.includes('a=inactive')) return lines;
		// The vendor's SDK offers to receive video where it publishes audio alone.
		if (mode === 'publish' && kind === 'video' && lines.includes('a=recvonly') && prepared.audio !== null) return lines;
		checkDirection(lines, kind, mode);
		if (kind === 'audio') return keepPayloadType(lines, (prepared.audio = selectOpus(lines)));
		return keepPayloadType(lines, (prepared.video = selectH264(lines)));
	});
	if (prepared.audio === null && prepared.video === null) throw new OfferError('the offer has neither audio nor video');
	prepared.sdp = [...session, ...result.flat(), ''].join('\r\n');
	return prepared;
}
