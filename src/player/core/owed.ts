/** Qualities that a server does not bring, or the broadcast itself: one list, with reason and expiry. */

/** Why something is missing. */
export type OwedReason =
	/** Of a quality: by the server's word, for this visit. */
	| 'refused'
	/** Of a quality: answered without media, on a link that carries it. */
	| 'silent'
	/** Of the broadcast: nobody sends, though the server answers: with nothing, or with what it had kept. */
	| 'stopped'
	/** Of the broadcast: nobody sends, by the server's word; until its next frame. */
	| 'unpublished'
	/** Of the broadcast: it comes, and cannot be played here; until it plays. */
	| 'undecodable'
	| 'unreadable';

/** One thing owed. */
export interface Debt {
	/** Of a quality; '' for the broadcast. */
	readonly name: string;
	readonly why: OwedReason;
	/** By `Seen.now`. */
	readonly until: number;
	/** How often in a row, more or less. */
	readonly times: number;
}

/** All that is owed, the latest last. */
export type Owed = readonly Debt[];

/** Adds a debt, in place of the same. */
export const owe = (
	owed: Owed,
	why: OwedReason,
	{ name = '', until = Infinity, times = 1 }: Partial<Debt> = {},
): Owed => owed.filter((debt) => debt.why !== why || debt.name !== name).concat({ name, why, until, times });

/** Forgets what is owed for these reasons; the same list where nothing is. */
export const settle = (owed: Owed, ...reasons: OwedReason[]): Owed =>
	owed.some(({ why }) => reasons.includes(why)) ? owed.filter(({ why }) => !reasons.includes(why)) : owed;

/** How often in a row the broadcast was owed for a reason; 0: it is not. */
export const timesOwed = (owed: Owed | undefined, why: OwedReason): number =>
	(owed || []).reduce((times, debt) => (debt.why === why ? debt.times : times), 0);

/** Names of the qualities that are owed for a reason, by default any, at a time. */
export const owedNames = (owed: Owed | undefined, now = 0, reason?: OwedReason): string[] =>
	(owed || [])
		.filter(({ name, why, until }) => name && now < until && (!reason || why === reason))
		.map(({ name }) => name);
