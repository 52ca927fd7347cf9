import { beforeEach, describe, expect } from 'vitest'
import type { Ctx } from '#worker/context.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import type { GameSummary, GameView } from '#worker/features/directory/games/contract.ts'
import { listGames } from '#worker/features/directory/games/game-list.ts'
import { getDiscoverPage } from '#worker/pages/discover.ts'
import { getHomePage } from '#worker/pages/home.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { type Member, createMembers } from '#tests/support/factories/members.ts'
import { listAllIds, writeCursor } from '#tests/support/drivers/pagination.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { plansOf } from '#tests/support/drivers/query-plans.ts'
import { gamePicturePath } from '#worker/features/media/generated-images/paths.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let crowd: Member[]
test.beforeAll(async () => {
  crowd = await createMembers(worker, 6)
})
beforeEach(async () => {
  for (const table of ['events', 'games', 'streamers', 'event_groups']) {
    await query(worker, `delete from ${table}`)
  }
})

const now = Date.UTC(2026, 10, 20, 12)

function follow(gameId: number, count: number) {
  return insertFollows(worker, 'game', gameId, crowd.slice(0, count))
}

function upcoming(gameId: number, facts: Partial<Parameters<typeof createEvent>[1]> = {}) {
  const startAt = now + 2 * day
  return createEvent(worker, { startAt, endAt: startAt + hour, gameId, ...facts })
}

async function names(path: string): Promise<string[]> {
  const body = await worker.get<Page<{ name?: string; display_name?: string }>>(path, {
    now,
  })
  return body.items.map(({ name, display_name }) => display_name ?? name ?? '')
}

describe('the list of games', () => {
  test.each(['popularity', 'name', 'upcoming_events'])(
    'goes on to a last page by %s, also where all have events to come',
    async (sort) => {
      for (const name of ['Doom', 'Celeste']) await upcoming(await insertGame(worker, name))
      const { body } = await worker.call<Page<unknown>>('GET', `games?sort=${sort}&limit=1`, {
        now,
      })
      expect(body.next_cursor).not.toBeNull()
    },
  )

  test('goes by followers, then by the older; by name; by events to come, then followers', async () => {
    const zelda = await insertGame(worker, 'Zelda')
    const celeste = await insertGame(worker, 'Celeste')
    const doom = await insertGame(worker, 'Doom')
    const among = await insertGame(worker, 'Among Us')
    await follow(doom, 3)
    await follow(celeste, 1)
    await follow(zelda, 1)
    await upcoming(among)
    await upcoming(among)
    await upcoming(zelda)
    expect(await names('games')).toEqual(['Doom', 'Zelda', 'Celeste', 'Among Us'])
    expect(await names('games?sort=name')).toEqual(['Among Us', 'Celeste', 'Doom', 'Zelda'])
    expect(await names('games?sort=upcoming_events')).toEqual([
      'Among Us',
      'Zelda',
      'Doom',
      'Celeste',
    ])
  })

  test('counts followers, and of the events only approved ones that are neither over nor off', async () => {
    const game = await insertGame(worker, 'Celeste')
    await follow(game, 2)
    await upcoming(game)
    await upcoming(game, { startAt: now - hour, endAt: now + hour })
    await upcoming(game, { startAt: now - 2 * hour, endAt: now })
    await upcoming(game, { cancelledAt: now })
    await upcoming(game, { status: 'pending' })
    const { body, headers } = await worker.call<Page<GameSummary>>('GET', 'games', { now })
    expect(body.items).toEqual([
      {
        id: game,
        slug: 'Celeste',
        name: 'Celeste',
        thumbnail_path: gamePicturePath(game),
        thumbnail_url: `/media/${gamePicturePath(game)}`,
        followers: 2,
        upcoming_events: 2,
        next: {
          start: '2026-11-20T11:00:00Z',
          timezone: 'Europe/Paris',
          time_certainty: 'exact',
        },
      },
    ])
    expect(headers.get('Cache-Tag')).toBe('games')
  })

  test.each(['popularity', 'name', 'upcoming_events'])(
    'by %s is the same page by page, with nothing repeated or skipped while games are added',
    async (sort) => {
      for (let index = 0; index < 11; index += 1) {
        const game = await insertGame(worker, `Game ${index}`)
        await follow(game, index % 3)
        for (let events = index % 4; events > 0; events -= 1) await upcoming(game)
      }
      const path = `games?sort=${sort}`
      const whole = await listAllIds(worker, path, { limit: 100, now })
      expect(new Set(whole).size).toBe(11)
      expect(await listAllIds(worker, path, { limit: 2, now })).toEqual(whole)
      let added = 0
      async function between() {
        added += 1
        const game = await insertGame(worker, `Game ${added}${added}`)
        await upcoming(game, { approvedAt: now + added })
      }
      const meanwhile = await listAllIds(worker, path, { limit: 2, now, between })
      expect(meanwhile.filter((id) => whole.includes(id))).toEqual(whole)
      expect(new Set(meanwhile).size).toBe(meanwhile.length)
    },
  )

  test('finds a part of a name with its signs taken literally', async () => {
    await insertGame(worker, 'Celeste 100%')
    await insertGame(worker, 'Celeste')
    expect(await names('games?q=CELEST&sort=name')).toEqual(['Celeste', 'Celeste 100%'])
    expect(await names('games?q=%25')).toEqual(['Celeste 100%'])
    expect(await names('games?q=none')).toEqual([])
  })

  test.each([
    'sort=best',
    'limit=0',
    'cursor=oops',
    `cursor=${writeCursor(1, 2)}`,
    `cursor=${writeCursor('games.name', 'a')}`,
    `cursor=${writeCursor('streamers.followers', 1, 2)}`,
    `sort=name&cursor=${writeCursor('games.popularity', 1, 2)}`,
    `sort=name&cursor=${writeCursor('games.name', 1)}`,
    `sort=upcoming_events&cursor=${writeCursor('games.popularity', 1, 2)}`,
  ])('refuses %s', async (search) => {
    const { status, body } = await worker.call('GET', `games?${search}`)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
  })

  test.each([
    ['popularity', writeCursor('games.popularity', 3, 7)],
    ['name', writeCursor('games.name', 'g')],
  ] as const)('by %s runs off an index', async (sort, next) => {
    const plans = await plansOf(worker.environment.db, async (db) => {
      const ctx = { db, now, locale: 'en', actor: { kind: 'visitor' } } as Ctx
      for (const cursor of [undefined, next])
        await listGames(ctx, { sort, q: '', limit: 24, cursor })
    })
    expect(plans.length).toBeGreaterThan(1)
    for (const plan of plans) {
      expect(plan.join('\n')).not.toMatch(/SCAN (?!g USING (COVERING )?INDEX)|TEMP B-TREE/)
    }
  })
})

describe('a category that is no game', () => {
  test('is left out of lists, home and recommendations, and keeps its page and its name in searches', async () => {
    const doom = await insertGame(worker, 'Doom')
    const category = await insertGame(worker, 'Chatting')
    await worker.sql`update games set is_game = 0 where id = ${category}`
    await follow(doom, 1)
    await follow(category, 3)
    const streamerIds = [await insertStreamer(worker, 'Somebody')]
    for (const game of [doom, category, category]) await upcoming(game, { streamerIds })
    for (const sort of ['popularity', 'name', 'upcoming_events']) {
      expect(await names(`games?sort=${sort}`)).toEqual(['Doom'])
      expect(await names(`games?sort=${sort}&q=chat`)).toEqual(['Chatting'])
    }
    expect(await names('games/Doom/recommended')).toEqual([])
    expect(await names('games/Chatting/recommended')).toEqual(['Doom'])
    expect(await names('games/Chatting/top_streamers')).toEqual(['Somebody'])
    const visitor = { db: worker.environment.db, now, locale: 'en', actor: { kind: 'visitor' } }
    const ctx = visitor as unknown as Ctx
    for (const { games } of [await getHomePage(ctx), await getDiscoverPage(ctx)]) {
      expect(games?.map(({ name }) => name)).toEqual(['Doom'])
    }
    const search = await worker.get<{ games: GameSummary[] }>('search?q=chatting', { now })
    expect(search.games.map(({ name }) => name)).toEqual(['Chatting'])
    const { token } = crowd[4] ?? {}
    const follows = { token, body: { followed: true } }
    expect((await worker.call('PUT', `games/${category}/toggle_follow`, follows)).status).toBe(200)
    const suggestions = 'onboarding/content-onboarding/games'
    const suggested = await worker.call<{ name: string }[]>('GET', suggestions, { token })
    expect(suggested.body.map(({ name }) => name)).toEqual(['Chatting', 'Doom'])
  })
})

describe('a game', () => {
  test('is found by its slug', async () => {
    const game = await insertGame(worker, 'celeste')
    await worker.sql`update games set description = 'A climb.' where id = ${game}`
    const { status, body, headers } = await worker.call<GameView>('GET', 'games/celeste', { now })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: game, description: 'A climb.', followers: 0 })
    expect(headers.get('Cache-Tag')).toBe(`games,game-${game}`)
  })

  test.each(['games/none', 'games/none/top_streamers', 'games/none/recommended'])(
    'that is unknown answers 404: %s',
    async (path) => {
      const { status, body } = await worker.call<ErrorEnvelope>('GET', path)
      expect([status, body.code]).toEqual([404, 'game_not_found'])
    },
  )

  test('names who has most events of it in twelve months and to come, ties by followers', async () => {
    const game = await insertGame(worker, 'celeste')
    const streamers: Record<string, number> = {}
    for (const name of ['Once', 'Twice', 'Known', 'Long ago', 'Channel']) {
      streamers[name] = await insertStreamer(worker, name)
    }
    const { Once, Twice, Known, Channel } = streamers as Record<string, number>
    await insertFollows(worker, 'streamer', Known ?? 0, crowd.slice(0, 2))
    const past = { startAt: now - 300 * day, endAt: now - 299 * day }
    await upcoming(game, { ...past, streamerIds: [Twice ?? 0, Once ?? 0] })
    await upcoming(game, { streamerIds: [Twice ?? 0, Known ?? 0] })
    await upcoming(game, { streamerIds: [Once ?? 0], status: 'pending' })
    await upcoming(game, {
      startAt: now - 400 * day,
      endAt: now - 399 * day,
      streamerIds: [streamers['Long ago'] ?? 0],
    })
    const own = await upcoming(game)
    await worker.sql`update events set streaming_account_name = 'Chan' where id = ${own.id}`
    await insertAccount(worker, Channel ?? 0, 'chan')
    expect(await names('games/celeste/top_streamers')).toEqual([
      'Twice',
      'Known',
      'Once',
      'Channel',
    ])
    const body = await worker.get<{ items: StreamerSummary[] }>(
      'games/celeste/top_streamers?limit=1',
      { now },
    )
    expect(body.items).toHaveLength(1)
  })

  test('recommends what its followers follow, then games of the same people and groups', async () => {
    const game = await insertGame(worker, 'celeste')
    const [loved, liked, shared, grouped, other] = await Promise.all(
      ['Loved', 'Liked', 'Shared', 'Grouped', 'Other'].map((name) => insertGame(worker, name)),
    )
    await follow(game, 3)
    await follow(loved ?? 0, 3)
    await follow(liked ?? 0, 1)
    await insertFollows(worker, 'game', other ?? 0, crowd.slice(4))
    const streamer = await insertStreamer(worker, 'Somebody')
    const groupId = await insertGroup(worker, 'Marathon')
    await upcoming(game, { streamerIds: [streamer], groupId })
    await upcoming(shared ?? 0, { streamerIds: [streamer] })
    await upcoming(shared ?? 0, { streamerIds: [streamer] })
    await upcoming(grouped ?? 0, { groupId })
    expect(await names('games/celeste/recommended')).toEqual([
      'Loved',
      'Liked',
      'Shared',
      'Grouped',
    ])
    expect(await names('games/celeste/recommended?limit=2')).toEqual(['Loved', 'Liked'])
  })
})

describe('its recommendations', () => {
  test('events that are not approved steer no recommendation', async () => {
    const game = await insertGame(worker, 'celeste')
    const [shared, hidden] = [
      await insertGame(worker, 'Shared'),
      await insertGame(worker, 'Hidden'),
    ]
    const streamer = await insertStreamer(worker, 'Somebody')
    const groupId = await insertGroup(worker, 'Marathon')
    const both = { streamerIds: [streamer], groupId }
    const own = await upcoming(game, { ...both, status: 'pending' })
    await upcoming(shared, both)
    await upcoming(hidden, { ...both, status: 'pending' })
    expect(await names('games/celeste/recommended')).toEqual([])
    await worker.sql`update events set status = 'approved' where id = ${own.id}`
    expect(await names('games/celeste/recommended')).toEqual(['Shared'])
  })
})
