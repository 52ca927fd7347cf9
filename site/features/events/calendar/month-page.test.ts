import { expect, it } from 'vitest'
import { eventsOf } from '#tests/support/factories/views.ts'
import { channelPicturePath } from '#site/features/events/event-face.ts'
import { eventPosterPath } from '#worker/features/media/generated-images/paths.ts'
import { toCalendarItem, type CalendarItem } from './entries.ts'
import { readMonth, serializeMonth } from './month-page.ts'

/** A page that holds the data of a month. */
function pageOf(items: CalendarItem[]): ParentNode {
  const month = { month: '2026-11', items, isCut: false, elsewhere: undefined, now: 0 }
  const textContent = JSON.stringify(serializeMonth(month))
  return { querySelector: () => ({ textContent }) } as unknown as ParentNode
}

it('gives back what rows show of the events that it was written from', () => {
  const events = eventsOf('text').map(({ series: _, ...event }) => ({
    ...event,
    channel: event.channel && { ...event.channel, avatar_path: 'uploads/face.webp' },
  }))
  const items = events.map(toCalendarItem)
  const { items: read } = readMonth(pageOf(items))
  for (const [index, item] of items.entries()) {
    const { start, end, timezone, participants, game, ...rest } = read[index]!
    expect(item).toMatchObject(rest)
    expect([Date.parse(start), Date.parse(end)]).toEqual([item.startAt, item.endAt])
    expect(timezone).toBe(item.fixed ? item.timezone : 'UTC')
    expect(participants).toEqual(item.participants.map(({ streamer_id }) => ({ streamer_id })))
    expect(game).toEqual(item.game && { id: item.game.id, name: item.game.name })
  }
})

it('leaves out generated pictures, which follow from the rest', () => {
  const [event] = eventsOf('text')
  const item = toCalendarItem({ ...event!, thumbnail_path: eventPosterPath(event!) })
  const channel = { ...item.channel!, avatar_path: channelPicturePath(item)! }
  const page = pageOf([{ ...item, channel }])
  expect(page.querySelector('script')?.textContent).not.toContain('drawn/')
  const [read] = readMonth(page).items
  expect([read?.thumbnail_path, read?.channel]).toEqual([item.thumbnail_path, channel])
})
