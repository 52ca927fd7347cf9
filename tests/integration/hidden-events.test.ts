import { expect } from 'vitest'
import type { Page } from '#worker/contracts/pagination.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2026, 10, 20, 12)
let member: Member
let hidden: number
let paths: Record<string, string>
test.beforeAll(async () => {
  member = await createMember(worker, { createdAt: now, language: 'en' })
  const [game, other] = [await insertGame(worker, 'celeste'), await insertGame(worker, 'other')]
  const ann = await insertStreamer(worker, 'Ann')
  const guest = await insertStreamer(worker, 'Guest')
  await insertAccount(worker, guest, 'guest')
  await worker.sql`update streamers set followers = 10 where id = ${guest}`
  const groupId = await insertGroup(worker, 'marathon')
  const times = { startAt: now + 2 * day, endAt: now + 2 * day + hour }
  const facts = { ...times, category: 'speedrun', streamerIds: [ann] } as const
  const shown = await createEvent(worker, { ...facts, gameId: other, name: 'Shown' })
  const { id } = await createEvent(worker, {
    ...facts,
    name: 'Hidden',
    streamerIds: [ann, guest],
    gameId: game,
    groupId,
    hypeCount: 9,
    status: 'pending',
  })
  hidden = id
  paths = {
    'recommended games': 'games/other/recommended',
    'games by coming events': 'games?sort=upcoming_events',
    'top streamers': 'games/celeste/top_streamers',
    'recommended streamers': `streamers/${ann}/recommended`,
    'streamers to discover': `streamers/${ann}/discovery`,
    'featured streamers': 'streamers/featured',
    'emerging streamers': 'streamers/emerging',
    'events of a streamer': `streamers/${ann}/events`,
    'events of a group': 'groups/marathon/events',
    'most hyped events': 'events/most_hyped',
    'suggested streamers': 'onboarding/content-onboarding/streamers',
    'suggested games': 'onboarding/content-onboarding/games',
    'the page of an event': `/events/${shown.slug}`,
    'the page of a streamer': `/streamers/${ann}`,
    'the home page': '/',
    discover: '/discover',
    'the week': '/articles/what-to-watch-this-week',
  }
})

async function hear(path: string): Promise<unknown> {
  if (path.startsWith('/')) {
    const page = await worker.fetch(path, { headers: { 'X-Test-Now': String(now) } })
    expect([path, page.status]).toEqual([path, 200])
    return (await page.text()).replaceAll(/\s(nonce|data-build)="[^"]*"/g, '')
  }
  const { status, body } = await worker.call<Page<unknown>>('GET', path, {
    now,
    token: member.token,
  })
  expect([path, status]).toEqual([path, 200])
  return body
}

async function hearAll(): Promise<Record<string, unknown>> {
  const heard: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(paths)) heard[name] = await hear(path)
  return heard
}

const setStatus = (status: string) =>
  worker.sql`update events set status = ${status}, approved_at = ${now} where id = ${hidden}`

test('an event that is not approved changes no list, recommendation or page; approved it does', async () => {
  await worker.sql`update events set approved_at = ${now - hour} where id <> ${hidden}`
  const before = await hearAll()
  await worker.sql`update events set name = 'Gone', start_at = 1, end_at = 2 where id = ${hidden}`
  expect(await hearAll()).toEqual(before)
  const times = [now + 2 * day, now + 2 * day + hour]
  await query(
    worker,
    `update events set name = 'Hidden', start_at = ?, end_at = ? where id = ?`,
    ...times,
    hidden,
  )
  for (const status of ['pending', 'rejected', 'disabled']) {
    await setStatus(status)
    expect([status, await hearAll()]).toEqual([status, before])
  }
  await setStatus('approved')
  const after = await hearAll()
  const same = Object.keys(paths).filter(
    (name) => JSON.stringify(after[name]) === JSON.stringify(before[name]),
  )
  expect(same).toEqual([])
})
