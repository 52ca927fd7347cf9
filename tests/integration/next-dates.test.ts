import { expect } from 'vitest'
import type { Page } from '#worker/contracts/pagination.ts'
import type { NextDate } from '#worker/features/events/contract.ts'
import {
  insertAccount,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2026, 10, 20, 12)
const lists = ['groups', 'games', 'streamers'] as const
test.beforeAll(async () => {
  const gameId = await insertGame(worker, 'Subject')
  const groupId = await insertGroup(worker, 'Subject')
  const guest = await insertStreamer(worker, 'Subject')
  const host = await insertStreamer(worker, 'Host')
  await insertAccount(worker, host, 'HostChannel')
  await insertStreamer(worker, 'Nothing planned')
  await insertGame(worker, 'Nothing planned')
  await insertGroup(worker, 'Nothing planned')
  const of = { gameId, groupId, streamerIds: [guest], streamingAccountName: 'hostchannel' }
  const add = (startIn: number, facts = {}) =>
    createEvent(worker, {
      ...of,
      startAt: now + startIn,
      endAt: now + startIn + 2 * hour,
      timezone: 'UTC',
      ...facts,
    })
  await add(-3 * hour)
  await add(hour, { status: 'pending' })
  await add(2 * hour, { cancelledAt: 1 })
  await add(3 * hour)
  await add(2 * day)
})

type Card = { next: NextDate | null; name?: string; display_name?: string }

async function nextOf(list: string, at: number): Promise<(string | null)[][]> {
  const trips = worker.trips()
  const body = await worker.get<Page<Card>>(list, { now: at })
  expect(worker.trips() - trips).toBe(1)
  return body.items
    .map((one) => [one.display_name ?? one.name ?? '', one.next?.start ?? null])
    .toSorted()
}

test.each(lists)(
  'a card of %s says when its next event starts, in one round trip',
  async (list) => {
    const start = '2026-11-20T15:00:00Z'
    const hosts = list === 'streamers' ? [['Host', start]] : []
    expect(await nextOf(list, now)).toEqual([
      ...hosts,
      ['Nothing planned', null],
      ['Subject', start],
    ])
  },
)

async function pageAt(path: string, at: number, name = 'Subject') {
  const response = await worker.fetch(path, { headers: { 'X-Test-Now': String(at) } })
  const cards = (await response.text()).match(/<li class="(?:group|game|streamer)-card".*?<\/li>/gs)
  const edge = response.headers.get('Cloudflare-CDN-Cache-Control') ?? ''
  const card = cards?.find((html) => new RegExp(`>\\s*${name}\\s*<`).test(html)) ?? ''
  return {
    isLive: card.includes('badge-live'),
    elsewhere: /<a class="next-elsewhere" href="(.*?)"[^>]*>\s*(.*?)\s*</.exec(card)?.slice(1),
    next: /<time [^>]*datetime="([^"]+)"/.exec(card)?.[1],
    maxAge: Number(/max-age=(\d+)/.exec(edge)?.[1]),
  }
}

test.each(['/events/groups', '/games', '/streamers'])(
  'a card on %s turns to live at the start, and no copy of the page outlives that',
  async (path) => {
    const start = now + 3 * hour
    expect(await pageAt(path, start - 20_000)).toEqual({
      isLive: false,
      elsewhere: undefined,
      next: '2026-11-20T15:00:00Z',
      maxAge: 20,
    })
    expect(await pageAt(path, start)).toMatchObject({
      // A guest is on with the host, whose channel it is.
      isLive: path !== '/streamers',
      elsewhere:
        path === '/streamers'
          ? [expect.stringMatching(/^\/events\/created-event-/), 'On now with Host']
          : undefined,
      next: undefined,
      maxAge: 60,
    })
    if (path === '/streamers')
      expect(await pageAt(path, start, 'Host')).toMatchObject({ isLive: true })
  },
)
