import { expect } from 'vitest'
import type { NextEventsView } from '#worker/features/events/next/contract.ts'
import { insertFollows, insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, insertHypes, type EventOptions } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const now = Date.now()

function call({ token }: Pick<Member, 'token'>) {
  return worker.call<NextEventsView>('GET', 'users/me/next_events', { token, now })
}

/** `+` of what is hyped. */
async function nextOf(member: Member): Promise<string[]> {
  const { body } = await call(member)
  return body.items.map(({ event, is_hyped }) => `${is_hyped ? '+' : ''}${event.name}`)
}

function place(name: string, startAt: number, rest: Partial<EventOptions> = {}) {
  return createEvent(worker, { name, startAt, endAt: startAt + 2 * hour, ...rest })
}

async function hype(member: Member, event: Promise<{ id: number }>): Promise<void> {
  await insertHypes(worker, (await event).id as never, [member])
}

test('joins what is hyped and followed: live, then the soonest, long ones last', async () => {
  const member = await createMember(worker)
  const streamerId = await insertStreamer(worker, 'Nora')
  const gameId = await insertGame(worker, 'Chess')
  await insertFollows(worker, 'streamer', streamerId, [member])
  await insertFollows(worker, 'game', gameId, [member])
  await hype(member, place('Far', now + 90 * day))
  await hype(member, place('Soon', now + hour, { gameId }))
  await hype(member, place('Marathon', now - 3 * day, { endAt: now + 3 * day }))
  await hype(member, place('Live', now - hour))
  await place('With Nora', now + 3 * hour, { streamerIds: [streamerId] })
  await place('Chess Night', now + 2 * hour, { gameId })
  await place('Too Far to Follow', now + 70 * day, { gameId })
  await place('Somebody Else’s', now + hour)
  const trips = worker.trips()
  expect(await nextOf(member)).toEqual([
    '+Live',
    '+Soon',
    'Chess Night',
    'With Nora',
    '+Far',
    '+Marathon',
  ])
  expect(worker.trips() - trips).toBe(1)
})

test('leaves out what is over, cancelled, or not on the agenda', async ({ member }) => {
  const gameId = await insertGame(worker, 'Go')
  await insertFollows(worker, 'game', gameId, [member])
  await hype(member, place('Over', now - 5 * hour))
  await hype(member, place('Cancelled', now + hour, { cancelledAt: now - hour, gameId }))
  await hype(member, place('Taken Down', now + hour, { status: 'rejected', gameId }))
  await place('Proposed', now + hour, { status: 'pending', gameId })
  expect(await nextOf(member)).toEqual([])
})

test('is each member’s own, and no cache’s', async ({ member, other }) => {
  await hype(other, place('Of the Other', now + hour))
  const answer = await call(member)
  expect([answer.status, answer.body]).toEqual([200, { items: [] }])
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await nextOf(other)).toEqual(['+Of the Other'])
})

test('what is live in the member’s language comes first', async ({ member }) => {
  await hype(member, place('English', now - 90 * 60_000, { language: 'en' }))
  await hype(member, place('Español', now - 60 * 60_000, { language: 'es' }))
  for (const [language, first] of [
    ['es', '+Español'],
    ['en', '+English'],
  ] as const) {
    await worker.sql`update users set interface_language = ${language}, is_language_chosen = 1
      where id = ${member.userId}`
    expect((await nextOf(member))[0]).toBe(first)
  }
})

test('of a followed series the next date stands for all, and hyped dates stay', async () => {
  const member = await createMember(worker)
  const gameId = await insertGame(worker, 'Bridge')
  await insertFollows(worker, 'game', gameId, [member])
  for (const week of [1, 2, 3, 4]) {
    const date = place(`Date ${week}`, now + week * 7 * day, { gameId, seriesId: 77 as never })
    if (week === 3) await hype(member, date)
    else await date
  }
  expect(await nextOf(member)).toEqual(['Date 1', '+Date 3'])
})

test('lists at most twelve', async ({ member }) => {
  for (let n = 1; n <= 14; n += 1) await hype(member, place(`Event ${n}`, now + n * hour))
  expect(await nextOf(member)).toHaveLength(12)
})
