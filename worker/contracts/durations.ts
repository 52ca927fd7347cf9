/** Without imports, so that scripts of pages may use them too. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Of an event that a member proposes. */
export const maxProposedDays = 14
/** Of any event: a live one started within this. */
export const maxEventDays = 60
export const maxEventDurationMs = maxEventDays * dayMs
/** From now to the start of an event. */
export const maxDaysAhead = 731
