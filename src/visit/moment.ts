/** Seconds at which a shared link begins (`t=1390`); 0 for none. */
export const momentOf = (search: string): number =>
	parseFloat((/[?&]t=(\d{1,6}(?:\.\d+)?)(?=&|$)/.exec(search) || [])[1]!) || 0;

/** Makes a link begin at a second; 0 leaves it. */
export const atMoment = (link: string, seconds: number): string =>
	seconds ? link.replace(/#|$/, `${/\?/.test(link) ? '&' : '?'}t=${Math.floor(seconds)}$&`) : link;
