import { readFileSync } from 'node:fs'
import { Temporal } from 'temporal-polyfill'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { dayMs } from '#worker/contracts/durations.ts'
import { locales } from '#worker/locale/locales.ts'
import {
  DemoEvent,
  findTodayInEventZone,
  listOccurrences,
  type Occurrence,
} from './demo-occurrences.ts'

const file = new URL('demo/fictional-events.json', import.meta.url)
const demo = v.parse(v.array(DemoEvent), JSON.parse(readFileSync(file, 'utf8')))
const shown = demo.filter(({ status, cancel_reason }) => !status && !cancel_reason)

type Showing = Occurrence & { event: DemoEvent }

function listShowings(loadedAt: number): Showing[] {
  return shown.flatMap((event) =>
    listOccurrences(event, findTodayInEventZone(event, loadedAt), loadedAt).map((occurrence) => ({
      ...occurrence,
      event,
    })),
  )
}

/** Lists what is live, up to a day long, then what starts until 05:00 in the zone. */
function listTonight(showings: Showing[], now: Temporal.ZonedDateTime): DemoEvent[] {
  const at = now.epochMilliseconds
  const five = now.with({ hour: 5, minute: 0 }).add({ days: now.hour < 5 ? 0 : 1 })
  return showings
    .filter(({ startAt, endAt }) =>
      startAt > at ? startAt < five.epochMilliseconds : endAt > at && endAt - startAt <= dayMs,
    )
    .map(({ event }) => event)
}

const hours = ['03:00', '14:00', '18:30', '22:00']
const zones = ['Europe/Paris', 'America/New_York', 'America/Mexico_City']
const loadings = ['2026-11-28', '2027-07-14'].flatMap((first) =>
  Array.from({ length: 7 }, (_, index) => Temporal.PlainDate.from(first).add({ days: index })),
)
const evenings = zones.flatMap((zone) => hours.map((hour) => ({ zone, hour })))

describe.each(evenings)('$zone at $hour, on any day of loading', ({ zone, hour }) => {
  const loaded = loadings.map((day) => {
    const loadedAt = day.toZonedDateTime({ timeZone: zone, plainTime: hour })
    return { loadedAt, showings: listShowings(loadedAt.epochMilliseconds) }
  })

  it('has at least two events of tonight in each language and more than five in all', () => {
    const empty = loaded.flatMap(({ loadedAt, showings }) =>
      [0, 1, 2, 3, 4, 5, 6].flatMap((days) => {
        const tonight = listTonight(showings, loadedAt.add({ days }))
        const counts = locales.map(
          (locale) => tonight.filter(({ language }) => language === locale).length,
        )
        const isFull = Math.min(...counts) > 1 && tonight.length > 5
        return isFull ? [] : [{ at: loadedAt.add({ days }).toString(), days, counts }]
      }),
    )
    expect(empty).toEqual([])
  })

  it('has a French charity show of tonight', () => {
    for (const { loadedAt, showings } of loaded) {
      const tonight = listTonight(showings, loadedAt)
      expect(
        tonight.filter(({ language, category }) => language === 'fr' && category === 'charity'),
      ).not.toEqual([])
    }
  })
})
