/** A viewer count as people read it: from 10000 in 万 with one decimal, cut and not rounded up (spec §2). */
export function viewerCount(count: number): string {
	return count < 10_000 ? `${count}` : `${(Math.floor(count / 1000) / 10).toFixed(1)}万`;
}
