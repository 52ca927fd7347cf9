/** Without imports, so that scripts of pages may use them too. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const maxProposedEventDays = 14
/** Longest of all events: a live one started within this. */
export const maxEventDays = 60
export const maxEventDurationMs = maxEventDays * dayMs
export const maxEventDaysAhead = 731
