import { minuteMs } from './durations.ts'

/** The night ends at this hour of the reader's clock: a start at 01:00 is still of the evening before. */
export const nightEndHour = 5

/** Rows of the board of one evening. */
export const boardRows = 5

/** Nights end on the quarter of an hour in every zone. */
export const quarterMs = 15 * minuteMs
