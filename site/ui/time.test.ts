import { expect, test } from 'vitest'
import { timeText, type TimeFormatName } from '#site/lib/time/time-text.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { locales } from '#worker/locale/locales.ts'
import { time } from './time.ts'

const forms: Record<TimeFormatName, true> = {
  time: true,
  'weekday-date': true,
  date: true,
  when: true,
  ticket: true,
  weekly: true,
  weekday: true,
  full: true,
  end: true,
  ending: true,
  until: true,
}
const at = '2027-01-01T00:30:00Z'
const nows = [
  '2026-03-06T12:00:00Z',
  '2026-03-07T12:00:00Z',
  '2026-12-25T10:00:00Z',
  '2026-12-31T23:59:59Z',
  '2027-01-01T00:00:00Z',
  at,
]

test.each(Object.keys(forms) as TimeFormatName[])(
  '%s reads at each moment as it does alone',
  (as) => {
    for (const locale of locales) {
      for (const now of nows.map((text) => Date.parse(text))) {
        const text = timeText(as, Date.parse(at), utcTimeContext(locale, now))
        const named = `<time class="hour" datetime="${at}" data-time-format="${as}">${text}</time>`
        expect(String(time({ locale, ctx: { now } }, { at, as, class: 'hour' }))).toBe(named)
        const plain = `<time datetime="${at}" data-time-format="${as}">${text}</time>`
        expect(String(time({ locale, ctx: { now } }, { at, as }))).toBe(plain)
      }
    }
  },
)
