import { hour } from '#tests/support/drivers/durations.ts'

const written = (at: number) => new Date(at).toISOString().replace('.000', '')
const stamp = (at: number) => written(at).replace(/[-:]/g, '')

/** A segment of a channel's schedule, as the documentation of Twitch has it. */
export function twitchSegment(id: string, startAt: number, changes: Record<string, unknown> = {}) {
  return {
    id,
    start_time: written(startAt),
    end_time: written(startAt + 3 * hour),
    title: `Segment ${id}`,
    canceled_until: null,
    category: { id: '509670', name: 'Science & Technology' },
    is_recurring: false,
    ...changes,
  }
}

type Entry = { uid: string; startAt: number; name?: string }

/** A calendar file of entries of two hours. */
export function calendarText(entries: Entry[]): string {
  const events = entries.map(({ uid, startAt, name = uid }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:${name}`,
    `DTSTART:${stamp(startAt)}`,
    `DTEND:${stamp(startAt + 2 * hour)}`,
    'END:VEVENT',
  ])
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test']
  return [...head, ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
}

/** A calendar file as it is uploaded, with what is asked of it. */
export function calendarForm(
  asked: Record<string, string | number | boolean>,
  text = calendarText([]),
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(asked)) form.append(name, String(value))
  form.append('file', new Blob([text]), 'mine.ics')
  return form
}
