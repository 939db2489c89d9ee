import type { FirstFrame } from './visit-report.ts';

/** Reports that were sent before the script of reports was there. */
export interface LeaveReport {
	firstFrame?: FirstFrame;
	/** 1: a report; 2: one with the first frame. */
	reported?: number;
}

/** Reports who leaves before the script of reports is there: with what is seen by then, once. iOS may end hidden pages silently. */
export function reportEarlyLeaving(
	report: LeaveReport,
	id: string,
	isOver: () => unknown,
	send: (query: string) => void,
): void {
	const leave = ({ type }: Event) => {
		const { firstFrame, reported } = report;
		if (reported || isOver() || (type === 'visibilitychange' && !document.hidden)) return;
		report.reported = firstFrame ? 2 : 1;
		send(`msd=${firstFrame ? firstFrame.at : -1}&cid=${encodeURIComponent(id)}`);
	};
	addEventListener('pagehide', leave);
	document.addEventListener('visibilitychange', leave);
}
