import { expect, it } from 'vitest'
import { eventsOf } from '#tests/support/factories/views.ts'
import { toCalendarItem, type CalendarItem } from './entries.ts'
import { compressMonth, readEmbeddedMonth } from './month-page.ts'

/** The month of the events as the script of its page has it. */
async function readBack(items: CalendarItem[]) {
  const packed = await compressMonth({
    month: '2026-11',
    items,
    isCut: false,
    elsewhere: undefined,
    now: 0,
  })
  const textContent = JSON.stringify(packed)
  return readEmbeddedMonth({ querySelector: () => ({ textContent }) } as unknown as ParentNode)
}

it('gives back what rows show of the events that it was written from, whatever their letters', async () => {
  const events = eventsOf('Soirée 🎮 <b>').map(({ series: _, ...event }) => ({
    ...event,
    channel: event.channel && { ...event.channel, avatar_path: 'uploads/face.webp' },
  }))
  const items = events.map(toCalendarItem)
  const { items: read, month } = await readBack(items)
  expect([month, read.length]).toEqual(['2026-11', items.length])
  for (const [index, item] of items.entries()) {
    const { participants, game, ...rest } = read[index]!
    expect(item).toMatchObject(rest)
    expect(participants).toEqual(item.participants.map(({ streamer_id }) => ({ streamer_id })))
    expect(game).toEqual(item.game && { id: item.game.id, name: item.game.name })
  }
})
