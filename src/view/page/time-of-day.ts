/** Formats a time in milliseconds as local `19:05`. */
export function timeOfDay(time: number): string {
	const date = new Date(time);
	return [date.getHours(), date.getMinutes()].map((digits) => `${digits}`.padStart(2, '0')).join(':');
}
