/** Adds up to half to the milliseconds that a server demands: they bring a whole crowd back. */
export const spreadDemand = (demanded: number, random: number): number => demanded * (1 + random / 2);
