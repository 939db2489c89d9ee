/** Whether a time in milliseconds has no more than a date, as `timeOf` reads one. */
export const isDate = (time: number): boolean => new Date(time).setHours(0, 0, 0, 0) === time;
