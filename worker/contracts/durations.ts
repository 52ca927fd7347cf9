/** Without imports, so that scripts of pages may use them too. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const maxProposedEventDays = 14
/** Longest of all events: a live one started within this. */
export const maxEventDays = 60
export const maxEventDurationMs = maxEventDays * dayMs
export const maxEventDaysAhead = 731

export const reminderHours = [24, 1] as const
export type ReminderHours = (typeof reminderHours)[number]

/** Until the next offset or the start: one that would come hours late gives way to the nearer. */
export function reminderWindow(hours: ReminderHours): { fromMs: number; untilMs: number } {
  return hours === 24 ? { fromMs: dayMs, untilMs: hourMs } : { fromMs: hourMs, untilMs: 0 }
}
