import type { Category } from '#worker/contracts/enumerations.ts'
import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type {
  OnboardingCompletionView,
  OnboardingStatus,
  PopularGame,
  PopularStreamer,
} from '#worker/features/accounts/onboarding/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import {
  type Member,
  callAs,
  createMember,
  createSession,
} from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const calls = {
  status: 'GET',
  streamers: 'GET',
  games: 'GET',
  skip: 'POST',
  complete: 'POST',
} as const
type Call = keyof typeof calls

function call<Body = ErrorEnvelope>(member: Member, name: Call, search = '', now?: number) {
  const path = `onboarding/content-onboarding/${name}${search}`
  return callAs<Body>(worker, member, calls[name], path, { now })
}

async function isShown(member: Member): Promise<boolean> {
  return (await call<OnboardingStatus>(member, 'status')).body.should_show
}

async function timesOf({ userId }: Member) {
  const [row] = await worker.sql<{
    finished: number | null
    skipped: number | null
    xp: number
  }>`select
    onboarded_at as finished, onboarding_skipped_at as skipped, total_xp as xp
    from users where id = ${userId}`
  return row
}

describe('status', () => {
  test('is true for a newcomer, and for each member apart', async () => {
    const [one, other] = [await createMember(worker), await createMember(worker)]
    const { status, body, headers } = await call(one, 'status')
    expect([status, body]).toEqual([200, { should_show: true }])
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    await call(one, 'skip')
    expect([await isShown(one), await isShown(other)]).toEqual([false, true])
  })

  test('stays false once finished or skipped, in every session', async () => {
    for (const name of ['skip', 'complete'] as const) {
      const member = await createMember(worker)
      expect((await call(member, name)).body).toMatchObject({ should_show: false })
      const elsewhere = { ...member, ...(await createSession(worker, member)) }
      expect(await isShown(elsewhere)).toBe(false)
    }
  })
})

describe('skip', () => {
  test('keeps the first time, however often and whenever it comes', async ({ member }) => {
    const start = Date.now()
    await call(member, 'skip', '', start)
    await call(member, 'skip', '', start + hour)
    expect(await timesOf(member)).toEqual({ finished: null, skipped: start, xp: 0 })
  })

  test('after the end changes nothing', async ({ member }) => {
    const start = Date.now()
    await call(member, 'complete', '', start)
    expect((await call(member, 'skip')).body).toEqual({ should_show: false })
    expect(await timesOf(member)).toEqual({ finished: start, skipped: null, xp: 20 })
  })
})

describe('complete', () => {
  test('earns twenty points and says where that leads', async ({ member }) => {
    const { status, body } = await call<OnboardingCompletionView>(member, 'complete')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      should_show: false,
      gamification_info: {
        gamification: { success: true, xp_earned: 20, current_xp: 20, retry_in_hours: null },
      },
    })
  })

  test('ten times at once, or again later, earns once and keeps the first time', async () => {
    const member = await createMember(worker)
    const start = Date.now()
    const all = Array.from({ length: 10 }, () =>
      call<OnboardingCompletionView>(member, 'complete', '', start),
    )
    const earned = (await Promise.all(all)).map(
      ({ body }) => body.gamification_info.gamification.xp_earned,
    )
    expect(earned.toSorted((a, b) => a - b)).toEqual([...Array<number>(9).fill(0), 20])
    const again = await call<OnboardingCompletionView>(member, 'complete', '', start + 2 * day)
    expect(again.body.gamification_info.gamification).toMatchObject({
      xp_earned: 0,
      current_xp: 20,
    })
    expect(await timesOf(member)).toEqual({ finished: start, skipped: null, xp: 20 })
  })

  test('beside skips, whichever comes first, ends in one state with its points once', async () => {
    const member = await createMember(worker)
    await Promise.all(
      (['skip', 'complete', 'skip', 'complete'] as const).map((name) => call(member, name)),
    )
    const after = await timesOf(member)
    expect([after?.finished !== null, after?.xp]).toEqual([true, 20])
    expect(await isShown(member)).toBe(false)
  })
})

describe.each(['streamers', 'games'] as const)('the list of %s', (name) => {
  test('refuses a limit outside 1 to 50', async ({ member }) => {
    for (const limit of ['0', '51', '-1', '1.5', 'many', '', '1e1', '016x']) {
      const { status, body } = await call(member, name, `?limit=${limit}`)
      expect([limit, status, body.code]).toEqual([limit, 422, 'validation_failed'])
    }
    for (const limit of [1, 50]) {
      expect((await call(member, name, `?limit=${limit}`)).status).toBe(200)
    }
  })

  test('is one member’s own and costs one trip to the database', async ({ member }) => {
    const before = worker.trips()
    const { headers } = await call(member, name)
    expect(worker.trips() - before).toBe(1)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
  })
})

test('no call of it is open to nobody, nor to a session that ended', async ({ member }) => {
  await worker.sql`update sessions set revoked_at = 1 where id = ${member.sessionId}`
  for (const name of Object.keys(calls) as Call[]) {
    const path = `onboarding/content-onboarding/${name}`
    expect((await worker.call(calls[name], path)).status).toBe(401)
    expect((await call(member, name)).body.code).toBe('session_ended')
  }
  expect(await timesOf(member)).toEqual({ finished: null, skipped: null, xp: 0 })
})

describe('what is worth picking from', () => {
  const now = Date.now()
  let french: Member
  let english: Member
  const ids: Record<string, number> = {}

  async function placeStreamerWith(
    name: string,
    facts: {
      language?: string
      eventIn?: 'en' | 'es' | 'fr'
      category?: Category
      gameId?: number
    },
  ): Promise<number> {
    const { language = null, eventIn, category = 'charity', gameId } = facts
    const id = await insertStreamer(worker, name)
    ids[name] = id
    await worker.sql`update streamers set language = ${language} where id = ${id}`
    if (eventIn) {
      const times = { startAt: now + day, endAt: now + day + hour }
      const subject = { category, streamerIds: [id], ...(gameId ? { gameId } : {}) }
      await createEvent(worker, { ...times, language: eventIn, ...subject })
    }
    return id
  }

  test.beforeAll(async () => {
    french = await createMember(worker, { language: 'fr' })
    english = await createMember(worker, { language: 'en' })
    const mine = await insertGame(worker, 'Un jeu attendu')
    const theirs = await insertGame(worker, 'An awaited game')
    Object.assign(ids, { mine, theirs, quiet: await insertGame(worker, 'A quiet game') })
    await placeStreamerWith('Anglaise connue', { language: 'en' })
    await placeStreamerWith('Française discrète', { language: 'fr' })
    await placeStreamerWith('Française attendue', { language: 'fr', eventIn: 'fr', gameId: mine })
    await placeStreamerWith('Sans langue', { eventIn: 'fr', category: 'music' })
    await placeStreamerWith('Anglaise attendue', { language: 'en', eventIn: 'en', gameId: theirs })
    for (let index = 0; index < 20; index += 1) {
      await placeStreamerWith(`Coureur ${index}`, {
        language: 'fr',
        eventIn: 'fr',
        category: 'speedrun',
      })
    }
    await insertAccount(worker, ids['Française attendue'] ?? 0, 'attendue_tv')
    const fans = await Promise.all([1, 2].map(() => createMember(worker)))
    await insertFollows(worker, 'streamer', ids['Anglaise connue'] ?? 0, fans)
    await insertFollows(worker, 'streamer', ids['Française attendue'] ?? 0, [french])
    await insertFollows(worker, 'game', ids['quiet'] ?? 0, fans)
  })

  async function namesFor(member: Member, limit = 16): Promise<string[]> {
    const { body } = await call<PopularStreamer[]>(member, 'streamers', `?limit=${limit}`)
    return body.map(({ display_name }) => display_name)
  }

  test('a streamer comes with handle, picture and whether the member follows', async () => {
    const { body } = await call<PopularStreamer[]>(french, 'streamers')
    expect(body[0]).toEqual({
      id: ids['Française attendue'],
      display_name: 'Française attendue',
      name: 'attendue_tv',
      avatar_path: expect.stringMatching(/^drawn\/\d+\/avatars\//),
      is_followed: true,
    })
    expect(body.filter(({ is_followed }) => is_followed)).toHaveLength(1)
  })

  test('those of the member’s language come first, and of them those with something coming up', async () => {
    const names = await namesFor(french, 50)
    const place = (name: string) => names.indexOf(name)
    expect(place('Française attendue')).toBeLessThan(place('Française discrète'))
    expect(place('Sans langue')).toBeLessThan(place('Française discrète'))
    expect(place('Française discrète')).toBeLessThan(place('Anglaise attendue'))
    const [first, second] = await namesFor(english)
    expect([first, second]).toEqual(['Anglaise attendue', 'Anglaise connue'])
  })

  test('one kind of event does not fill the list', async () => {
    const names = await namesFor(french, 8)
    expect(names).toHaveLength(8)
    expect(names.filter((name) => name.startsWith('Coureur'))).toHaveLength(3)
  })

  test('a game comes as everywhere else, with whether the member follows', async () => {
    const { body } = await call<PopularGame[]>(french, 'games')
    expect(body.map(({ name }) => name)).toEqual([
      'Un jeu attendu',
      'An awaited game',
      'A quiet game',
    ])
    expect(body[0]).toEqual({
      id: ids['mine'],
      slug: 'Un jeu attendu',
      name: 'Un jeu attendu',
      description: '',
      thumbnail_url: expect.stringMatching(/^\/media\/drawn\/\d+\/games\//),
      is_followed: false,
    })
    expect((await call<PopularGame[]>(english, 'games')).body[0]?.name).toBe('An awaited game')
  })

  test('what was followed is told so at once', async () => {
    const path = `games/${ids['quiet']}/toggle_follow`
    await callAs(worker, english, 'PUT', path, { body: { followed: true } })
    const { body } = await call<PopularGame[]>(english, 'games')
    expect(body.find(({ id }) => id === ids['quiet'])?.is_followed).toBe(true)
  })

  test('sixteen at most, unless another number is asked for', async () => {
    expect(await namesFor(french)).toHaveLength(16)
    expect((await call<PopularStreamer[]>(french, 'streamers')).body).toHaveLength(16)
    expect(await namesFor(french, 3)).toHaveLength(3)
  })

  test('with nothing coming up there are still the most followed', async () => {
    await worker.sql`update events set cancelled_at = 1`
    const names = await namesFor(english)
    expect(names.slice(0, 1)).toEqual(['Anglaise connue'])
    expect(names).toHaveLength(16)
    expect((await call<PopularGame[]>(english, 'games')).body).toHaveLength(3)
  })
})
