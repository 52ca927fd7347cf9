import { beforeEach, describe, expect } from 'vitest'
import type { Ctx } from '#worker/context.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import type {
  StreamerSummary,
  StreamerView,
} from '#worker/features/directory/streamers/contract.ts'
import { listStreamers } from '#worker/features/directory/streamers/streamer-list.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { type Member, createMembers } from '#tests/support/factories/members.ts'
import { listAllIds, writeCursor } from '#tests/support/drivers/pagination.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { plansOf } from '#tests/support/drivers/query-plans.ts'
import { avatarPath } from '#worker/features/media/generated-images/paths.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let crowd: Member[]
test.beforeAll(async () => {
  crowd = await createMembers(worker, 6)
})
beforeEach(async () => {
  for (const table of ['events', 'games', 'streamers']) await query(worker, `delete from ${table}`)
})

const now = Date.UTC(2026, 10, 20, 12)

type Facts = { followers?: number; follows?: number; followedAt?: number; featuredAt?: number }

async function place(name: string, facts: Facts = {}): Promise<number> {
  const id = await insertStreamer(worker, name)
  await worker.sql`update streamers set followers = ${facts.followers ?? null}, featured_at =
    ${facts.featuredAt ?? null} where id = ${id}`
  const fans = crowd.slice(0, facts.follows ?? 0)
  await insertFollows(worker, 'streamer', id, fans, facts.followedAt ?? now - day)
  return id
}

function upcoming(streamerIds: number[], facts: Partial<Parameters<typeof createEvent>[1]> = {}) {
  const startAt = now + 2 * day
  return createEvent(worker, { startAt, endAt: startAt + hour, streamerIds, ...facts })
}

/** An event on a channel; the account is written in its own way. */
async function onChannel(channel: string, facts: Partial<Parameters<typeof createEvent>[1]> = {}) {
  const event = await upcoming([], facts)
  await worker.sql`update events set streaming_account_name = ${channel} where id = ${event.id}`
  return event
}

async function names(path: string): Promise<string[]> {
  const { status, body } = await worker.call<Page<StreamerSummary>>('GET', path, { now })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return body.items.map(({ display_name }) => display_name)
}

describe('the list of streamers', () => {
  test('goes by followers here, then on their platform, an unknown number last', async () => {
    await place('Unknown')
    await place('Small', { followers: 10 })
    await place('Big', { followers: 9_000_000 })
    await place('Loved', { follows: 2 })
    await place('Liked', { follows: 1, followers: 5 })
    expect(await names('streamers')).toEqual(['Loved', 'Liked', 'Big', 'Small', 'Unknown'])
    expect(await names('streamers?sort=name')).toEqual([
      'Big',
      'Liked',
      'Loved',
      'Small',
      'Unknown',
    ])
  })

  test('tells accounts with their addresses, the verified ones marked', async () => {
    const id = await place('Duo', { follows: 2, followers: 70 })
    await insertAccount(worker, id, 'DuoLive', { isVerified: true })
    await insertAccount(worker, id, 'duo', { platform: 'youtube' })
    const { body, headers } = await worker.call<Page<StreamerSummary>>('GET', 'streamers', { now })
    expect(body.items).toEqual([
      {
        id,
        display_name: 'Duo',
        name: 'DuoLive',
        streamer_name: 'Duo',
        url_name: 'duo',
        avatar_path: avatarPath('twitch/duolive'),
        language: null,
        followers: 2,
        platform_followers: 70,
        next: null,
        accounts: [
          {
            platform: 'twitch',
            name: 'DuoLive',
            url: 'https://www.twitch.tv/duolive',
            is_verified: true,
          },
          {
            platform: 'youtube',
            name: 'duo',
            url: 'https://www.youtube.com/@duo',
            is_verified: false,
          },
        ],
      },
    ])
    expect(headers.get('Cache-Tag')).toBe('streamers')
  })

  test('narrows to a platform and to a part of the name', async () => {
    await insertAccount(worker, await place('Ann'), 'ann')
    await insertAccount(worker, await place('Anna'), 'anna', { platform: 'youtube' })
    await place('Bob')
    expect(await names('streamers?platform=youtube')).toEqual(['Anna'])
    expect(await names('streamers?q=AN&sort=name')).toEqual(['Ann', 'Anna'])
    expect(await names('streamers?q=an&platform=twitch')).toEqual(['Ann'])
    expect(await names('streamers?q=%25')).toEqual([])
  })

  test.each(['sort=followers', 'sort=name', 'sort=random&seed=7', 'sort=random&seed=123456789'])(
    'with %s is the same page by page, with nothing repeated or skipped while some are added',
    async (search) => {
      for (let index = 0; index < 13; index += 1) {
        await place(`Streamer ${index % 7}`, {
          follows: index % 3,
          followers: index % 4 === 0 ? undefined : index % 2,
        })
      }
      const path = `streamers?${search}`
      const whole = await listAllIds(worker, path, { limit: 100 })
      expect(new Set(whole).size).toBe(13)
      expect(await listAllIds(worker, path, { limit: 3 })).toEqual(whole)
      let added = 0
      async function between() {
        added += 1
        if (added < 6) await place(`Streamer ${added}`, { followers: added })
      }
      const meanwhile = await listAllIds(worker, path, { limit: 3, between })
      expect(meanwhile.filter((id) => whole.includes(id))).toEqual(whole)
      expect(new Set(meanwhile).size).toBe(meanwhile.length)
    },
  )

  test('at random stays the same for a seed and differs between seeds', async () => {
    for (let index = 0; index < 20; index += 1) await place(`Streamer ${index}`)
    const orders = []
    for (const seed of [1, 1, 2, 3]) {
      orders.push((await names(`streamers?sort=random&seed=${seed}`)).join())
    }
    expect(orders[0]).toBe(orders[1])
    expect(new Set(orders).size).toBe(3)
  })

  test.each([
    'sort=best',
    'platform=nosuch',
    'seed=x',
    'seed=-1',
    'cursor=x',
    `cursor=${writeCursor(1, 2, 3)}`,
    `cursor=${writeCursor('streamers.name', 'a', 1)}`,
    `sort=name&cursor=${writeCursor('streamers.followers', 1, 2, 3)}`,
    `sort=random&seed=7&cursor=${writeCursor('streamers.random.8', 1)}`,
  ])('refuses %s', async (search) => {
    const { status, body } = await worker.call('GET', `streamers?${search}`)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
  })

  test.each([
    ['followers', writeCursor('streamers.followers', 3, 41, 7)],
    ['name', writeCursor('streamers.name', 's', 7)],
    ['random', writeCursor('streamers.random.5', Math.imul(7, 2_654_435_761) >>> 0)],
  ] as const)('by %s runs off an index', async (sort, next) => {
    const asked = { sort, q: '', limit: 24, seed: 5, platform: undefined }
    const plans = await plansOf(worker.environment.db, async (db) => {
      const ctx = { db, now, locale: 'en', actor: { kind: 'visitor' } } as Ctx
      for (const cursor of [undefined, next]) await listStreamers(ctx, { ...asked, cursor })
    })
    expect(plans.length).toBeGreaterThan(1)
    for (const plan of plans) {
      expect(plan.join('\n')).not.toMatch(/SCAN (?!s USING (COVERING )?INDEX|a\b)/)
      // Each card reads the streamer's own few events, for the next of them; nothing is sorted.
      expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([
        'UNION USING TEMP B-TREE',
      ])
    }
  })
})

describe('featured streamers', () => {
  test('are the team’s choice, the latest first, then those whose next events are hyped most', async () => {
    await place('First choice', { featuredAt: now - 2 * day })
    await place('Latest choice', { featuredAt: now - day })
    const hyped = await place('Hyped')
    const channel = await place('Hyped channel')
    await insertAccount(worker, channel, 'HypedChannel')
    await place('Nobody')
    const over = await place('Over')
    await upcoming([hyped], { hypeCount: 9 })
    await onChannel('hypedchannel', { hypeCount: 40 })
    await upcoming([over], { hypeCount: 900, startAt: now - day, endAt: now - hour })
    expect(await names('streamers/featured')).toEqual([
      'Latest choice',
      'First choice',
      'Hyped channel',
      'Hyped',
    ])
    expect(await names('streamers/featured?limit=3')).toEqual([
      'Latest choice',
      'First choice',
      'Hyped channel',
    ])
  })
})

describe('emerging streamers', () => {
  test('gained most followers in 30 days, with a small audience and not featured', async () => {
    await place('Rising', { follows: 3, followers: 49_999 })
    await place('Steady', { follows: 1, followers: 20 })
    await place('Nobody knows', { follows: 5 })
    await place('Long loved', { follows: 6, followedAt: now - 31 * day })
    await place('Famous', { follows: 6, followers: 50_000 })
    await place('Chosen', { follows: 6, featuredAt: now })
    expect(await names('streamers/emerging')).toEqual(['Rising', 'Steady', 'Nobody knows'])
  })

  test('are filled up with those whose first event on the agenda came last', async () => {
    await place('Rising', { follows: 1, followers: 5 })
    const [newcomer, known, recent] = [
      await place('Newcomer', { followers: 0 }),
      await place('Known', { followers: 7000 }),
      await place('Recent', { followers: 600 }),
    ]
    await upcoming([known ?? 0], { approvedAt: now - 40 * day })
    await upcoming([recent ?? 0], { approvedAt: now - 3 * day })
    await upcoming([known ?? 0, newcomer ?? 0], { approvedAt: now - day })
    expect(await names('streamers/emerging')).toEqual(['Rising', 'Newcomer', 'Recent', 'Known'])
  })
})

describe('a streamer', () => {
  test('is told with what comes', async () => {
    const id = await place('Ann', { featuredAt: now, follows: 1 })
    await insertAccount(worker, id, 'ann')
    await onChannel('ANN')
    await upcoming([id])
    const { body, headers } = await worker.call<StreamerView>('GET', `streamers/${id}`, { now })
    expect(body).toMatchObject({ id, followers: 1, is_featured: true, upcoming_events: 2 })
    expect(headers.get('Cache-Tag')).toBe(`streamers,streamer-${id}`)
  })

  test('that is unknown answers 404', async () => {
    for (const path of ['', '/events', '/recommended', '/discovery']) {
      const { status, body } = await worker.call<ErrorEnvelope>('GET', `streamers/999999${path}`)
      expect([status, body.code]).toEqual([404, 'streamer_not_found'])
    }
    expect((await worker.call('GET', 'streamers/ann')).status).toBe(404)
  })

  test('has the events they take part in and those on their channel, by period, each once', async () => {
    const id = await place('Ann')
    await insertAccount(worker, id, 'ann')
    const guest = await upcoming([id], { startAt: now + 3 * day, endAt: now + 3 * day + hour })
    const both = await onChannel('Ann')
    await worker.sql`insert into event_participants (event_id, position, streamer_id, display_name)
      values (${both.id}, 0, ${id}, 'Ann')`
    const old = await onChannel('ann', { startAt: now - 2 * day, endAt: now - 2 * day + hour })
    const older = await upcoming([id], { startAt: now - 5 * day, endAt: now - 5 * day + hour })
    await onChannel('ann', { platform: 'youtube' })
    await upcoming([id], { status: 'pending' })
    const idsOf = async (period: string) => {
      const path = `streamers/${id}/events?period=${period}`
      const body = await worker.get<Page<EventSummary>>(path, { now })
      return body.items.map((event) => event.id)
    }
    expect(await idsOf('upcoming')).toEqual([both.id, guest.id])
    expect(await idsOf('past')).toEqual([old.id, older.id])
    expect(await idsOf('all')).toEqual([both.id, guest.id, old.id, older.id])
    expect(
      await listAllIds(worker, `streamers/${id}/events?period=all`, { limit: 1, now }),
    ).toEqual([both.id, guest.id, old.id, older.id])
    const refused = await worker.call('GET', `streamers/${id}/events?period=soon`)
    expect(refused.status).toBe(422)
  })

  test('leads to whom their followers follow, then to those in the same events', async () => {
    const id = await place('Ann', { follows: 3 })
    await place('Close', { follows: 3 })
    await place('Near', { follows: 1 })
    const companion = await place('Companion')
    const rare = await place('Rare companion')
    await place('Stranger')
    await insertFollows(worker, 'streamer', await place('Elsewhere'), crowd.slice(4))
    await upcoming([id, companion])
    await upcoming([id, companion, rare])
    expect(await names(`streamers/${id}/recommended`)).toEqual([
      'Close',
      'Near',
      'Companion',
      'Rare companion',
    ])
    expect(await names(`streamers/${id}/recommended?limit=1`)).toEqual(['Close'])
  })

  test('leads to the less known who play the same and have an event to come', async () => {
    const game = await insertGame(worker, 'Celeste')
    const id = await place('Ann')
    await upcoming([id], { gameId: game, category: 'speedrun', startAt: now - day, endAt: now })
    const [known, hidden, sameKind, done, other] = [
      await place('Known', { follows: 2 }),
      await place('Hidden'),
      await place('Same kind', { followers: 30 }),
      await place('Done'),
      await place('Other'),
    ]
    await upcoming([known ?? 0], { gameId: game })
    await upcoming([hidden ?? 0, id], { gameId: game })
    await upcoming([sameKind ?? 0], { category: 'speedrun' })
    await upcoming([done ?? 0], { gameId: game, startAt: now - day, endAt: now })
    await upcoming([other ?? 0], { category: 'music' })
    // Ann's own next event makes the category of charity hers too.
    expect(await names(`streamers/${id}/discovery`)).toEqual(['Hidden', 'Same kind', 'Known'])
  })
})
