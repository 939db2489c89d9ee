import { blocksApps, type Environment } from '../visit/environment.ts';

/** What a calendar is told of a live. */
export interface CalendarEntry {
	title: string;
	/** URL of the page. */
	url: string;
	/** Milliseconds. */
	startTime: number;
}

/** Milliseconds; how long it takes is not known. */
const DURATION = 3_600_000;

const utc = (time: number) => new Date(time).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ');

/** Makes the file of a live for calendars (RFC 5545), with a reminder ten minutes before. */
export const calendarFile = ({ title, url, startTime }: CalendarEntry, now = Date.now()): string =>
	[
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//live-page//ZH',
		'BEGIN:VEVENT',
		`UID:${utc(startTime)}-${encodeURIComponent(url)}`,
		`DTSTAMP:${utc(now)}`,
		`DTSTART:${utc(startTime)}`,
		`DTEND:${utc(startTime + DURATION)}`,
		`SUMMARY:${escaped(title)}`,
		`URL:${url}`,
		'BEGIN:VALARM',
		'ACTION:DISPLAY',
		`DESCRIPTION:${escaped(title)}`,
		'TRIGGER:-PT10M',
		'END:VALARM',
		'END:VEVENT',
		'END:VCALENDAR',
		'',
	].join('\r\n');

/** Hands the file to the browser. Returns whether it takes files: the web views of apps do not. */
export function saveCalendar(entry: CalendarEntry, environment: Environment, insideApp: boolean): boolean {
	if (insideApp || blocksApps(environment)) return false;
	const url = URL.createObjectURL(new Blob([calendarFile(entry)], { type: 'text/calendar' }));
	const link = Object.assign(document.createElement('a'), { href: url, download: 'live.ics' });
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
	return true;
}
