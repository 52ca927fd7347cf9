import { expect, test } from 'vitest'
import { freezeDeeply } from '#worker/contracts/memo.ts'
import { toEventSummary, type EventRow } from './event-rows.ts'

const hour = 3_600_000

const row = {
  id: 1,
  slug: 'final',
  name: 'Final',
  startAt: 10 * hour,
  endAt: 12 * hour,
  timezone: 'Europe/Paris',
  timeCertainty: 'exact',
  status: 'approved',
  approveAt: null,
  approvedAt: 1,
  cancelledAt: null,
  previousStartAt: null,
  language: 'en',
  platform: 'twitch',
  accountName: 'channel',
  gameId: null,
  gameSlug: null,
  gameName: null,
  gameThumbnail: null,
  category: 'esports',
  thumbnail: null,
  channelPicture: null,
  groupId: null,
  groupSlug: null,
  groupName: null,
  seriesKey: null,
  hypeCount: 3,
  proposerId: null,
  createdAt: 1,
  participants: [],
  owner: null,
  channels: [],
  broadcasts: [],
} as unknown as EventRow

const broadcast = {
  platform: 'twitch',
  nameKey: 'channel',
  isOnAir: true,
  polledAt: 10 * hour,
  freshUntil: 11 * hour,
  seenAt: 10 * hour,
  title: 'Title',
  since: null,
  viewers: 5,
  vodUrl: null,
}

test.each([
  ['nobody broadcasts', row],
  ['one broadcasts', { ...row, broadcasts: [broadcast] } as EventRow],
])('a cached row that %s reads as any other at every time', (_, fresh) => {
  const cached = freezeDeeply(structuredClone(fresh))
  for (const hours of [9, 10, 10.5, 11.5, 12, 13, 9]) {
    expect(toEventSummary(cached, hours * hour)).toEqual(toEventSummary(fresh, hours * hour))
  }
})

test('a cached row has one summary for each phase', () => {
  const cached = freezeDeeply(structuredClone(row))
  expect(toEventSummary(cached, 10 * hour)).toBe(toEventSummary(cached, 11 * hour))
  expect(toEventSummary(cached, 9 * hour).phase).toBe('upcoming')
})
