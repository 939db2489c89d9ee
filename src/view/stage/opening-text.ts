import * as texts from '../../texts.ts';
import { clockTime } from '../page/format.ts';
import { isDate } from '../../safe/is-date.ts';
import { timeOfDay } from '../page/time-of-day.ts';

/** Milliseconds before the start from which a clock counts down. */
export const COUNTDOWN = 3_600_000;
/** Hour from which it is evening. */
const EVENING = 18;

const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
const DAY = 86_400_000;
/**
 * Names a start in milliseconds: 今晚 19:00, 明天 09:30, 11月28日 19:00, with the year where it is another, without an hour
 * where only the day is known.
 *
 * @param now milliseconds
 * @param byDate as who reads it tomorrow needs it
 */
export function startName(start: number, now: number, byDate = false): string {
	const date = new Date(start);
	const days = Math.round((midnight(start) - midnight(now)) / DAY);
	const isEvening = date.getHours() >= EVENING;
	const day =
		!byDate && (days === 0 || days === 1)
			? texts.dayName(days, isEvening)
			: texts.dateName(
					date.getFullYear() === new Date(now).getFullYear() ? 0 : date.getFullYear(),
					date.getMonth() + 1,
					date.getDate(),
				);
	return isDate(start) ? day : `${day} ${timeOfDay(start)}`;
}

/** Says when a live starts; in the last hour, how long that is. */
export function openingText(start: number, now: number): string {
	if (isDate(start) ? midnight(now) > start : now >= start) return texts.STARTS_SOON;
	if (!isDate(start) && start - now < COUNTDOWN) return texts.startsIn(clockTime(Math.ceil((start - now) / 1000)));
	return texts.startsAt(startName(start, now));
}
