/** Adds to the milliseconds that a server demands up to half as much and 2 s: they bring a whole crowd back. */
export const spreadDemand = (demanded: number, random: number): number =>
	demanded && demanded + random * (2000 + demanded / 2);
