/** Monday is day 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 09:00 */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
