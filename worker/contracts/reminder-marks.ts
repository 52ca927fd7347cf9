import { dayMs, hourMs, minuteMs } from './durations.ts'

type Mark = {
  /** Names it in the outbox, keys and fan-outs: hours before the start; below zero, minutes. */
  code: number
  /** Before the start; null: at 20:00 on the day before the event's, both in the member's zone. */
  fromMs: number | null
  /** How long before the start it gives way to the next. */
  untilMs: number
  /** One that a member may add; the others come with each hype. */
  isOwn: boolean
  /** Too near for mail: by push, by Discord and in the bell alone. */
  needsPush: boolean
}

/** All reminders that there are, the farthest first. */
export const reminderMarks = {
  '24h': { code: 24, fromMs: dayMs, untilMs: hourMs, isOwn: false, needsPush: false },
  evening: { code: 0, fromMs: null, untilMs: hourMs, isOwn: true, needsPush: false },
  '3h': { code: 3, fromMs: 3 * hourMs, untilMs: hourMs, isOwn: true, needsPush: false },
  '1h': { code: 1, fromMs: hourMs, untilMs: 0, isOwn: false, needsPush: false },
  '30min': { code: -30, fromMs: 30 * minuteMs, untilMs: 0, isOwn: true, needsPush: true },
  '15min': { code: -15, fromMs: 15 * minuteMs, untilMs: 0, isOwn: true, needsPush: true },
  '10min': { code: -10, fromMs: 10 * minuteMs, untilMs: 0, isOwn: true, needsPush: true },
} as const satisfies Record<string, Mark>

type MarkNameWith<Of> = {
  [Name in keyof typeof reminderMarks]: (typeof reminderMarks)[Name] extends Of ? Name : never
}[keyof typeof reminderMarks]
export type ReminderMark = keyof typeof reminderMarks
export type OwnReminderMark = MarkNameWith<{ isOwn: true }>
export type ReminderCode = (typeof reminderMarks)[ReminderMark]['code']

export const mostOwnMarks = 2

export const reminderMarkNames = Object.keys(reminderMarks) as ReminderMark[]
export const ownReminderMarks = reminderMarkNames.filter(
  (name): name is OwnReminderMark => reminderMarks[name].isOwn,
)
export const reminderCodes = reminderMarkNames.map((name) => reminderMarks[name].code)
export const fixedReminders = [reminderMarks['24h'], reminderMarks['1h']] as const

/** Reminders so near that they wait for no end of quiet hours and go first. */
export const urgentReminderCodes = reminderCodes.filter((code) => findMark(code).untilMs === 0)

export function findMarkName(code: ReminderCode): ReminderMark {
  // Each code is one of the table's.
  return reminderMarkNames.find((name) => reminderMarks[name].code === code) as ReminderMark
}

export function findMark(code: ReminderCode): Mark {
  return reminderMarks[findMarkName(code)]
}

export function isUrgentReminder(code: ReminderCode): boolean {
  return urgentReminderCodes.includes(code)
}
