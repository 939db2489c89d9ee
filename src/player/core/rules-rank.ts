/** Order of the rules that later scripts add, whichever comes first: each precedes those of lower ranks. */
export enum RulesRank {
	Taps,
	Recording,
	/** Of a recording on a hidden page. */
	Rest,
	/** Of a broadcast on a weak link. */
	Live,
	/** Of a broadcast that goes on from a media URL. */
	Fallback,
}
