import { getTableColumns } from 'drizzle-orm'
import { expect } from 'vitest'
import { EventView } from '#worker/features/events/contract.ts'
import { events } from '#worker/db/schema/events.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.now()

/** Text that the page shows in place of the field's own, or why it shows nothing. */
const shownAs: { [Name in keyof EventView]?: (event: EventView) => string | { exempt: string } } = {
  id: ({ id }) => `/cards/events/${id}/en.png`,
  slug: ({ slug }) => `/events/${slug}`,
  start: ({ start }) => `datetime="${start}"`,
  end: ({ end }) => `"endDate":"${end}"`,
  timezone: () => ({ exempt: 'times are shown in the zone of the reader' }),
  time_certainty: () => ({ exempt: 'decides which time is shown' }),
  phase: () => ({ exempt: 'decides which parts are shown' }),
  status: () => ({ exempt: 'public events are approved' }),
  cancelled_at: () => ({ exempt: 'the reason is shown; the structured data say cancelled' }),
  previous_start: ({ previous_start: start }) => `datetime="${start}"`,
  language: ({ language }) => `language=${language}`,
  platform: () => 'Twitch',
  channel: ({ channel }) => channel!.name,
  watch_urls: ({ watch_urls: [url] }) => url!,
  game: ({ game }) => game!.name,
  category: ({ category }) => `category=${category}`,
  thumbnail_path: ({ thumbnail_path: path }) => path,
  participants: ({ participants: [person] }) => person!.display_name,
  group: ({ group }) => group!.name,
  series_key: () => ({ exempt: 'decides which dates of a list fold' }),
  hype_count: () => ({ exempt: 'cancelled events have no hype button' }),
  on_air: () => ({ exempt: 'null unless the event is live; live-page.test covers it' }),
  is_late: () => ({ exempt: 'false unless the event is live' }),
  paid_by: ({ paid_by: payer }) => `Paid for by ${payer}<`,
  vod_url: () => ({ exempt: 'null unless the event is past' }),
}

/** Values for all columns of free text that may be empty. */
const freeTexts = Object.fromEntries(
  Object.entries(getTableColumns(events))
    .filter(([, column]) => column.dataType === 'string' && !column.enumValues?.length)
    .filter(([, column]) => !column.notNull && !column.generated)
    .map(([name]) => [name, `https://example.com/${name}`]),
)

async function createFullEvent(): Promise<string> {
  const { slug } = await createEvent(worker, {
    ...freeTexts,
    ...{ name: 'Every Field', category: 'speedrun', language: 'es', platform: 'twitch' },
    ...{ startAt: now + 2 * day, endAt: now + 2.1 * day, cancelledAt: now },
    ...{ previousStartAt: now + day, thumbnailPath: 'uploads/every-field.png' },
    gameId: await insertGame(worker, 'Field Game'),
    groupId: await insertGroup(worker, 'Field Group'),
    streamerIds: [await insertStreamer(worker, 'Field Streamer')],
  })
  return slug
}

test('the page of an event shows every field that the API answers', async () => {
  const slug = await createFullEvent()
  const body = await worker.get<EventView>(`events/${slug}`)
  const html = (await (await worker.fetch(`/events/${slug}`)).text()).replaceAll('&amp;', '&')
  expect(Object.keys(body)).toEqual(Object.keys(EventView.entries))
  const missing = (Object.keys(body) as (keyof EventView)[]).flatMap((field) => {
    const shown = shownAs[field]?.(body) ?? String(body[field])
    return typeof shown !== 'string' || html.includes(shown) ? [] : [`${field}: ${shown}`]
  })
  expect(missing).toEqual([])
})
