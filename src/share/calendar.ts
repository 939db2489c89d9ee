import { isDate } from '../safe/is-date.ts';
import { blocksApps, type Environment } from '../visit/environment.ts';

interface CalendarEntry {
	title: string;
	/** URL of the page. */
	url: string;
	/** Milliseconds. */
	startTime: number;
}

/** Milliseconds; how long it takes is not known. */
const DURATION = 3_600_000;

const utc = (time: number) => new Date(time).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
/** In local time, as the start of a live of which only the day is known. */
const day = (time: number) => utc(time - new Date(time).getTimezoneOffset() * 60_000).slice(0, 8);
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
		...(isDate(startTime)
			? [`DTSTART;VALUE=DATE:${day(startTime)}`]
			: [`DTSTART:${utc(startTime)}`, `DTEND:${utc(startTime + DURATION)}`]),
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

/** Web views: Android's and HarmonyOS's are no browser by name, older ones and those of other engines name their app. */
const WEB_VIEW =
	/; wv\)|TBS\/|(Version\/4\.0 |ArkWeb\/)(?!.*(Browser|Quark)\/)|Weibo|Lark|Feishu|aweme|Bytedance|Ali(App|payClient)|xhs|XiaoHongShu|baiduboxapp|NewsArticle|Toutiao|WhatsApp|FBA[NV]/i;

/** Whether a browser takes files that a page makes: web views of apps drop them without a word. */
export const takesFiles = (environment: Environment, userAgent: string): boolean =>
	!blocksApps(environment) &&
	!WEB_VIEW.test(userAgent) &&
	// Those of iOS are no Safari.
	(environment.os !== 'ios' || /Safari\//.test(userAgent));

/** Hands the file to the browser. */
export function saveCalendar(entry: CalendarEntry): void {
	const url = URL.createObjectURL(new Blob([calendarFile(entry)], { type: 'text/calendar' }));
	const link = Object.assign(document.createElement('a'), { href: url, download: 'live.ics' });
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
