/** Without imports, so that scripts of pages may use them too. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Longest event that a member may propose. */
export const maxProposedEventDays = 14
/** Longest of all events: a live one started within this. */
export const maxEventDays = 60
export const maxEventDurationMs = maxEventDays * dayMs
/** From now to the start of an event. */
export const maxEventDaysAhead = 731

/** Before the start of a hyped event. */
export const reminderHours = [24, 1] as const
export type ReminderHours = (typeof reminderHours)[number]

/**
 * A reminder is due from its offset before the start, until the next offset or the start: one that would come hours
 * late gives way to the nearer one.
 */
export function reminderWindow(hours: ReminderHours): { fromMs: number; untilMs: number } {
  return hours === 24 ? { fromMs: dayMs, untilMs: hourMs } : { fromMs: hourMs, untilMs: 0 }
}
