import type { CalendarTarget } from '#worker/features/events/contract.ts'

export const calendarNames: Record<CalendarTarget, string> = {
  google: 'Google',
  outlook: 'Outlook',
  ical: 'iCal',
}
