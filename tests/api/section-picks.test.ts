import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Ctx, System } from '#worker/context.ts'
import type { GroupId } from '#worker/contracts/ids.ts'
import { pickedSections } from '#worker/db/schema/section-picks.ts'
import {
  listEmergingStreamers,
  listFeaturedStreamers,
} from '#worker/features/directory/streamers/streamer-list.ts'
import { getDiscoverPage } from '#worker/pages/discover.ts'
import { getHomePage } from '#worker/pages/home.ts'
import { refreshSectionPicks } from '#worker/jobs/refresh-picks.ts'
import { insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, type EventOptions } from '#tests/support/factories/events.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { startTestApi, type TestApi } from '#tests/support/drivers/api.ts'

const now = Date.UTC(2027, 2, 1, 12)
const groupCount = 20

let database: TemporaryDatabase
let groups: GroupId[]
let streamers: number[]

beforeAll(async () => {
  database = await startTemporaryDatabase()
  groups = []
  streamers = []
  for (let n = 0; n < groupCount; n += 1) {
    groups.push(await insertGroup(database, `Group ${n}`))
    streamers.push(await insertStreamer(database, `Streamer ${n}`))
  }
  await database.query('update streamers set followers = 100 where id % 2 = 0')
})
beforeEach(async () => {
  await database.query('delete from events')
  await database.query('delete from section_picks')
  for (let n = 0; n < groupCount; n += 1) await place(n)
})
afterAll(() => database.remove())

/** Each of a group and a streamer of its own, a day apart. */
function place(n: number, options: EventOptions = {}) {
  return createEvent(database, {
    name: `Event ${n}`,
    startAt: now + (n + 1) * day,
    hypeCount: 10 * (groupCount - n),
    groupId: groups[n],
    streamerIds: [Number(streamers[n])],
    approvedAt: n + 1,
    ...options,
  })
}

function at(moment = now): Ctx<System> {
  const [actor, config] = [{ kind: 'system' }, { TEST_CLOCK: 'on' }]
  const reportFailure = (error: unknown) => {
    throw error
  }
  const ctx = { db: database.db, now: moment, actor, locale: 'en', config, reportFailure }
  return ctx as unknown as Ctx<System>
}

/** The names that these sections show. */
async function shown(moment = now) {
  const ctx = at(moment)
  const [home, discover] = [await getHomePage(ctx), await getDiscoverPage(ctx)]
  return {
    tonight: home.tonight?.map(({ name }) => name),
    highlight: home.highlight?.name,
    groups: home.groups?.map(({ name }) => name),
    streamers: home.streamers?.map((streamer) => streamer.display_name),
    fewerGroups: discover.groups?.map(({ name }) => name),
    featured: discover.featured?.map((streamer) => streamer.display_name),
    emerging: discover.emerging?.map((streamer) => streamer.display_name),
  }
}

describe('the picks of sections', () => {
  test('are what is chosen where there are none', async () => {
    const chosen = await shown()
    await refreshSectionPicks(at())
    expect(await shown()).toEqual(chosen)
    expect(chosen).toMatchObject({
      tonight: [0, 1, 2, 3, 4].map((n) => `Event ${n}`),
      highlight: 'Event 0',
      groups: [0, 1, 2, 3, 4, 5].map((n) => `Group ${n}`),
      streamers: [0, 1, 2, 3, 4, 5].map((n) => `Streamer ${n}`),
    })
    expect(chosen.emerging).toHaveLength(6)
  })

  test('are read, one row a section', async () => {
    await refreshSectionPicks(at())
    const rows = await database.query<{ section: string; ids: string }>(
      'select section, ids from section_picks order by section',
    )
    expect(rows.map(({ section }) => section)).toEqual([...pickedSections].sort())
    // Only what was picked can be shown.
    await database.query(`update section_picks set ids = '[]'`)
    expect(await shown()).toMatchObject({
      tonight: [],
      highlight: undefined,
      groups: [],
      emerging: [],
    })
  })

  test('show no event that was cancelled, has begun or is no longer public', async () => {
    await refreshSectionPicks(at())
    await database.query(`update events set cancelled_at = ${now} where name = 'Event 0'`)
    await database.query(`update events set status = 'pending' where name = 'Event 1'`)
    await database.query(`update events set start_at = ${now} where name = 'Event 2'`)
    const { highlight, tonight, groups } = await shown(now + minute)
    expect([highlight, tonight]).toEqual(['Event 3', ['Event 3', 'Event 4']])
    expect(groups).toEqual(['Group 2', ...[3, 4, 5, 6, 7].map((n) => `Group ${n}`)])
  })

  test('follow the hypes of what was picked at once', async () => {
    await refreshSectionPicks(at())
    await database.query(`update events set hype_count = 500 where name = 'Event 7'`)
    expect((await shown()).highlight).toBe('Event 7')
  })

  test('leave out who was featured since', async () => {
    await refreshSectionPicks(at())
    const [first = ''] = (await shown()).emerging ?? []
    await database.query(`update streamers set featured_at = 1 where display_name = '${first}'`)
    const { emerging, streamers: featured } = await shown()
    await database.query('update streamers set featured_at = null')
    expect(featured?.[0]).toBe(first)
    expect(emerging).not.toContain(first)
  })

  test('are not used for longer than 15 minutes', async () => {
    await refreshSectionPicks(at())
    await place(0, { name: 'Bigger', hypeCount: 1000 })
    const highlightAt = async (moment: number) => (await shown(moment)).highlight
    expect(await highlightAt(now + 15 * minute - 1)).toBe('Event 0')
    expect(await highlightAt(now + 15 * minute)).toBe('Bigger')
  })

  test('limit no list that is longer', async () => {
    await refreshSectionPicks(at())
    const { items } = await listFeaturedStreamers(at(), groupCount)
    expect(items).toHaveLength(groupCount)
    expect((await listEmergingStreamers(at(), groupCount)).items).toHaveLength(groupCount / 2)
  })
})

describe('the minutely job', () => {
  let worker: TestApi
  beforeAll(async () => {
    worker = await startTestApi()
  })
  afterAll(() => worker.close())

  test('picks after a change and every five minutes', async () => {
    const pickedAt = async () => {
      const [row] = await worker.sql<{ first: number; last: number }>`select min(picked_at) as
        first, max(picked_at) as last from section_picks`
      expect(row?.first).toBe(row?.last)
      return row?.first
    }
    await worker.minute(now)
    expect(await pickedAt()).toBe(now)
    await worker.minute(now + minute)
    expect(await pickedAt()).toBe(now)
    await createEvent(worker, { startAt: now + day })
    await worker.minute(now + 2 * minute)
    expect(await pickedAt()).toBe(now + 2 * minute)
    await worker.minute(now + 6 * minute)
    expect(await pickedAt()).toBe(now + 2 * minute)
    await worker.minute(now + 7 * minute)
    expect(await pickedAt()).toBe(now + 7 * minute)
  })
})

describe('the count of a group’s events', () => {
  const countOf = async (n: number) => {
    const [row] = await database.query<{ count: number }>(
      `select event_count as count from event_groups where id = ${groups[n]}`,
    )
    return row?.count
  }

  test('follows what is approved, moved and deleted', async () => {
    expect(await countOf(0)).toBe(1)
    const { id } = await place(0, { status: 'pending', startAt: now + 90 * hour })
    const change = (text: string) => database.query(`update events set ${text} where id = ${id}`)
    expect(await countOf(0)).toBe(1)
    await change(`status = 'approved'`)
    expect(await countOf(0)).toBe(2)
    await change(`name = 'Other'`)
    expect(await countOf(0)).toBe(2)
    await change(`group_id = ${groups[1]}`)
    expect([await countOf(0), await countOf(1)]).toEqual([1, 2])
    await change('group_id = null')
    expect(await countOf(1)).toBe(1)
    await change(`group_id = ${groups[0]}`)
    await change(`status = 'rejected'`)
    expect(await countOf(0)).toBe(1)
    await change(`status = 'approved'`)
    await database.query(`delete from events where id = ${id}`)
    expect(await countOf(0)).toBe(1)
  })
})
