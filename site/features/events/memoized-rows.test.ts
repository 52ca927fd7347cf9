import { describe, expect, test } from 'vitest'
import { eventsOf } from '#tests/support/factories/views.ts'
import { freezeDeeply } from '#worker/contracts/memo.ts'
import { withLocale } from '#worker/locale/locale.ts'
import { locales } from '#worker/locale/locales.ts'
import { eventRow } from './event-row.ts'
import { liveCards } from './live-cards.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { Html } from '#site/ui/html.ts'
import type { ListedEvent } from '#worker/features/events/contract.ts'

type Write = (page: PageContext, event: ListedEvent) => Html

/** Every variant of what caches parts of its markup by the event. */
const variants: Record<string, Write> = {
  row: (page, event) => eventRow(page, { event }),
  'dated row': (page, event) => eventRow(page, { event, isDated: true }),
  'row under h3': (page, event) => eventRow(page, { event, heading: 'h3' }),
  card: (page, event) => liveCards(page, [event]),
}

const nows = [0, 1, 90, 60 * 24 * 45].map((minutes) => Date.UTC(2026, 10, 20, 18, minutes))
const pages = locales.flatMap((locale) => nows.map((now) => ({ locale, ctx: { now } })))
const frozen = eventsOf('text').map(freezeDeeply)

describe.each(Object.entries(variants))('a %s of a frozen event', (_, write) => {
  test.each(pages)('is that of the event itself, %j', (page) => {
    for (const event of frozen) {
      const [cached, computed] = withLocale(page.locale, () =>
        [event, structuredClone(event)].map((one) => String(write(page, one))),
      )
      expect(cached).toBe(computed)
    }
  })
})
