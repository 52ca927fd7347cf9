import { beforeEach, describe, expect } from 'vitest'
import type { EventsPage } from '#worker/features/events/contract.ts'
import type { GroupSummary, GroupView } from '#worker/features/directory/groups/contract.ts'
import { type EventOptions, createEvent } from '#tests/support/factories/events.ts'
import { insertGame, insertGroup } from '#tests/support/factories/directory.ts'
import { writeCursor } from '#tests/support/drivers/pagination.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const now = Date.UTC(2027, 2, 24, 12)
beforeEach(async () => {
  await worker.sql`delete from events`
  await worker.sql`delete from event_groups`
})

type Page = { items: GroupSummary[]; next_cursor: string | null }

async function list(search = '', at = now): Promise<Page> {
  return worker.get<Page>(`groups${search}`, { now: at })
}
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

/** An event of four hours in a group that starts so long after now. */
function at(groupId: number, name: string, startIn: number, facts: Partial<EventOptions> = {}) {
  const startAt = now + startIn
  return createEvent(worker, { name, groupId, startAt, endAt: startAt + 4 * hour, ...facts })
}

describe('the groups', () => {
  test('come with what is on first, then by their next date, empty ones last and by name', async () => {
    const [b, d] = [
      await insertGroup(worker, 'B, only past'),
      await insertGroup(worker, 'D, ahead'),
    ]
    const [c, a] = [await insertGroup(worker, 'z, live'), await insertGroup(worker, 'A, none left')]
    await insertGroup(worker, '0, none')
    const e = await insertGroup(worker, 'E, ahead')
    await at(e, 'sooner than those of D', day)
    await at(b, 'past', -2 * day)
    await at(d, 'upcoming', 2 * day)
    await at(d, 'later', 5 * day)
    await at(c, 'live', -hour)
    await at(a, 'pending', day, { status: 'pending' })
    await at(a, 'cancelled', day, { cancelledAt: now })
    const { items, next_cursor } = await list()
    expect(
      items.map(({ name, upcoming_events, total_events, next }) => [
        name,
        upcoming_events,
        total_events,
        next?.start ?? null,
      ]),
    ).toEqual([
      ['z, live', 1, 1, '2027-03-24T11:00:00Z'],
      ['E, ahead', 1, 1, '2027-03-25T12:00:00Z'],
      ['D, ahead', 2, 2, '2027-03-26T12:00:00Z'],
      ['A, none left', 0, 1, null],
      ['B, only past', 0, 1, null],
      ['0, none', 0, 0, null],
    ])
    expect(next_cursor).toBeNull()
  })

  test('say when they go on: without an hour, its day in the organiser’s zone', async () => {
    const group = await insertGroup(worker, 'Major')
    const startAt = Date.UTC(2027, 2, 25, 16)
    await at(group, 'all day', startAt - now)
    await worker.sql`update events set time_certainty = 'date_only', timezone = 'Asia/Singapore'`
    const next = {
      start: '2027-03-25T16:00:00Z',
      timezone: 'Asia/Singapore',
      time_certainty: 'date_only',
    }
    expect((await list()).items).toMatchObject([{ next }])
  })

  test('are found by a part of their name, with its signs taken literally', async () => {
    for (const name of ['Été 100%', 'Été', 'Winter']) await insertGroup(worker, name)
    expect(namesOf(await list('?q=WINT'))).toEqual(['Winter'])
    expect(namesOf(await list('?q=100%25'))).toEqual(['Été 100%'])
    expect(namesOf(await list('?q=none'))).toEqual([])
  })

  test('are walked with a cursor while events are added and time goes on', async () => {
    const names = Array.from(
      { length: 17 },
      (_, index) => `group ${String(index).padStart(2, '0')}`,
    )
    const ids: number[] = []
    for (const [index, name] of names.entries()) {
      const id = await insertGroup(worker, name)
      ids.push(id)
      if (index % 3 === 0) await at(id, 'coming', day + index * hour)
    }
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 10; page += 1) {
      const found = await list(`?limit=4${cursor}`, now + page * hour)
      seen.push(...namesOf(found))
      if (found.next_cursor === null) break
      cursor = `&cursor=${found.next_cursor}`
      // Gives a group that comes later something ahead.
      await at(ids[16 - page] ?? 0, 'added', 3 * day, { approvedAt: now + page * hour + 1 })
    }
    expect(seen.toSorted()).toEqual(names)
    expect(seen).toHaveLength(names.length)
  })

  test('keep their order while events start and end between the pages', async () => {
    const names = ['ends soon', 'starts soon', 'on for a week', 'tomorrow', 'over']
    const ids = await Promise.all(names.map((name) => insertGroup(worker, name)))
    const [endsSoon = 0, startsSoon = 0, onForAWeek = 0, tomorrow = 0, over = 0] = ids
    await at(endsSoon, 'a', -3 * hour)
    await at(startsSoon, 'b', hour)
    await at(onForAWeek, 'c', -3 * day, { endAt: now + 4 * day })
    await at(tomorrow, 'd', day)
    await at(over, 'e', -day)
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 5; page += 1) {
      const found = await list(`?limit=1${cursor}`, now + page * 2 * hour)
      seen.push(...namesOf(found))
      cursor = `&cursor=${found.next_cursor}`
    }
    expect(seen).toEqual(['on for a week', 'ends soon', 'starts soon', 'tomorrow', 'over'])
  })

  test.each([
    'cursor=x',
    `cursor=${writeCursor('groups', 1, 3, 'a')}`,
    'limit=0',
    `q=${'x'.repeat(101)}`,
    'q=%00',
  ])('refuse %s', async (search) => {
    const { status, body } = await worker.call('GET', `groups?${search}`)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
  })
})

describe('a group', () => {
  test('says what it is, and where it meets', async () => {
    const game = await insertGame(worker, 'Group Game')
    const id = await insertGroup(worker, 'Described')
    await query(
      worker,
      `update event_groups set description = 'About', venue = 'Zénith, Paris', website = 'https://example.com',
        language_code = 'fr', category = 'charity', game_id = ? where id = ?`,
      game,
      id,
    )
    const body = await worker.get<GroupView>('groups/Described', { now })
    expect(body).toMatchObject({
      ...{ id, name: 'Described', description: 'About', venue: 'Zénith, Paris' },
      ...{ website: 'https://example.com', language_code: 'fr', category: 'charity' },
      game: { slug: 'Group Game', name: 'Group Game' },
    })
  })

  test('has its events coming up by start, past with the newest first, or both', async () => {
    const id = await insertGroup(worker, 'Mine')
    const other = await insertGroup(worker, 'Other')
    await at(id, 'past, older', -9 * day)
    await at(id, 'past, newer', -2 * day)
    await at(id, 'live', -hour)
    await at(id, 'next', day)
    await at(id, 'later', 9 * day)
    await at(id, 'rejected', day, { status: 'rejected' })
    await at(other, 'another group’s', day)
    const named = async (period: string) => {
      const path = `groups/Mine/events${period}`
      return namesOf(await worker.get<EventsPage>(path, { now }))
    }
    const coming = ['live', 'next', 'later']
    const past = ['past, newer', 'past, older']
    expect(await named('')).toEqual(coming)
    expect(await named('?period=upcoming')).toEqual(coming)
    expect(await named('?period=past')).toEqual(past)
    expect(await named('?period=all')).toEqual([...coming, ...past])
  })

  test('pages its events', async () => {
    const id = await insertGroup(worker, 'Paged')
    for (let index = 0; index < 7; index += 1) await at(id, `event ${index}`, (index - 3) * day)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const path: string = `groups/Paged/events?period=all&limit=3${cursor}`
      const body = await worker.get<EventsPage>(path, { now })
      seen.push(...namesOf(body))
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual([3, 4, 5, 6, 2, 1, 0].map((index) => `event ${index}`))
  })

  test('that is not there is 404, for itself and for its events', async () => {
    for (const slug of ['nothing', 'a'.repeat(200)]) {
      for (const path of [`groups/${slug}`, `groups/${slug}/events`]) {
        const { status, body } = await worker.call('GET', path)
        expect([path, status, body.code]).toEqual([path, 404, 'group_not_found'])
      }
    }
    expect((await worker.call('GET', 'groups/nothing/events?period=soon')).status).toBe(422)
  })

  test('costs one trip to the database, as the list does', async () => {
    const id = await insertGroup(worker, 'Counted')
    await at(id, 'event', day)
    for (const path of ['groups', 'groups/Counted', 'groups/Counted/events']) {
      const before = worker.trips()
      expect([path, (await worker.call('GET', path)).status]).toEqual([path, 200])
      expect([path, worker.trips() - before]).toEqual([path, 1])
    }
  })
})
