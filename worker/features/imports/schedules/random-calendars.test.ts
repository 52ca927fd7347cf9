import { expect, test } from 'vitest'
import {
  clock,
  happeningText,
  sourceZone,
  writeRandomCalendar,
} from '#tests/support/fakes/random-calendars.ts'
import { runsOf } from '#tests/support/runs.ts'
import { readCalendar } from './calendar-file.ts'

const count = runsOf({ few: 500, many: 20_000 })

test(
  'random calendars give the instants that they were written from',
  {
    timeout: 20_000 + count * 20,
  },
  async () => {
    for (let seed = 1; seed <= count; seed += 1) {
      const { text, expected } = writeRandomCalendar(seed)
      const bytes = new TextEncoder().encode(text)
      const { items, unreadable } = await readCalendar(bytes, { now: clock, timezone: sourceZone })
      const found = items.map(({ name, startAt, endAt }) => happeningText(name, startAt, endAt))
      expect({ seed, text, unreadable, found: found.toSorted() }).toEqual({
        seed,
        text,
        unreadable: [],
        found: expected,
      })
    }
  },
)
