import { describe, expect } from 'vitest'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { AdminGame } from '#worker/features/directory/games/contract.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  insertFollows,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { type Member, createMember, createMembers, xpOf } from '#tests/support/factories/members.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
let moderator: Member
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})

const start = Date.UTC(2027, 2, 1, 12)
let count = 0
/** A name that no other row of this file has. */
function fresh(word: string): string {
  count += 1
  return `${word} ${count}`
}

function call<Body = { code: string; details: unknown }>(
  method: string,
  path: string,
  body?: unknown,
) {
  return worker.call<Body>(method, `admin/${path}`, { token: moderator.token, body })
}

type Written = { act: string; from_state: string | null; to_state: string | null }
function written(subject: string, id: number): Promise<Written[]> {
  return worker.sql<Written>`select act, from_state, to_state from audit_entries
    where subject_type = ${subject} and subject_id = ${id} order by id`
}
const allowedActions = async (subject: string, id: number) =>
  (await written(subject, id)).map(({ act }) => act)

async function createGame(name = fresh('Game')): Promise<AdminGame> {
  const answer = await call<AdminGame>('POST', 'games', { name })
  expect(answer.status).toBe(201)
  return answer.body
}

describe('a game', () => {
  test('is created with an address of its own, and written to the log', async () => {
    const name = fresh('Póker Night')
    const game = await createGame(name)
    expect(game).toMatchObject({ name, events: 0, followers: 0, thumbnail_path: null })
    expect(game.slug).toMatch(/^poker-night-\d+$/)
    expect((await worker.call('GET', `games/${game.slug}`)).status).toBe(200)
    expect(await written('game', game.id)).toEqual([
      { act: 'create', from_state: null, to_state: name },
    ])
  })

  test('of a name that exists is refused, in whatever case', async () => {
    const { name } = await createGame()
    const answer = await call('POST', 'games', { name: name.toUpperCase() })
    expect([answer.status, answer.body.code]).toEqual([409, 'game_name_taken'])
  })

  test('with nothing but spaces for a name, or a foreign picture, is refused beside the field', async () => {
    const blank = await call<{ details: { path: string }[] }>('POST', 'games', { name: '  ' })
    expect([blank.status, blank.body.details[0]?.path]).toEqual([422, 'name'])
    const picture = { name: fresh('Game'), thumbnail_path: 'https://example.com/a.png' }
    const foreign = await call<{ details: { path: string }[] }>('POST', 'games', picture)
    expect([foreign.status, foreign.body.details[0]?.path]).toEqual([422, 'thumbnail_path'])
  })

  test('is changed without a change of its address', async () => {
    const game = await createGame()
    const input = {
      name: fresh('Renamed'),
      description: 'About it.',
      is_game: false,
      thumbnail_path: null,
    }
    const answer = await call<AdminGame>('PUT', `games/${game.id}`, input)
    expect(answer.body).toMatchObject({ ...input, slug: game.slug })
    expect(await written('game', game.id)).toEqual([
      { act: 'create', from_state: null, to_state: game.name },
      { act: 'edit', from_state: game.name, to_state: input.name },
    ])
    const found = await worker.call<{ items: { id: number }[] }>(
      'GET',
      `games?q=${encodeURIComponent(input.name)}`,
    )
    expect(found.body.items.map(({ id }) => id)).toEqual([game.id])
  })

  test('cannot take the name of another', async () => {
    const [one, other] = [await createGame(), await createGame()]
    const answer = await call('PUT', `games/${one.id}`, { name: other.name })
    expect([answer.status, answer.body.code]).toEqual([409, 'game_name_taken'])
    expect(await allowedActions('game', one.id)).toEqual(['create'])
  })

  test('is deleted when nothing refers to it', async () => {
    const { id, slug } = await createGame()
    expect((await call('DELETE', `games/${id}`)).status).toBe(204)
    expect((await worker.call('GET', `games/${slug}`)).status).toBe(404)
  })

  test('that something refers to is not deleted, and the refusal says what does', async () => {
    const { id } = await createGame()
    await createEvent(worker, {
      startAt: start,
      endAt: start + day,
      gameId: id,
      status: 'rejected',
    })
    const group = await insertGroup(worker, fresh('Group'))
    await worker.sql`update event_groups set game_id = ${id} where id = ${group}`
    await insertFollows(worker, 'game', id, await createMembers(worker, 2))
    const answer = await call('DELETE', `games/${id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'game_in_use'])
    expect(answer.body.details).toEqual({ events: 1, groups: 1, followers: 2 })
    expect(await worker.sql`select id from games where id = ${id}`).toHaveLength(1)
    expect(await allowedActions('game', id)).toEqual(['create'])
  })

  test('is found, sorted and counted page by page', async () => {
    const word = fresh('Paged')
    for (const letter of ['b', 'c', 'a']) await createGame(`${word} ${letter}`)
    const names = async (more: string) => {
      const path = `games?q=${encodeURIComponent(word.toLowerCase())}&per_page=10&${more}`
      const { body } = await call<AdminPage<AdminGame>>('GET', path)
      return [body.total, ...body.items.map(({ name }) => name.at(-1))]
    }
    expect(await names('sort=name')).toEqual([3, 'a', 'b', 'c'])
    expect(await names('sort=-created')).toEqual([3, 'a', 'c', 'b'])
    expect(await names('sort=name&page=2')).toEqual([3])
    expect((await call('GET', 'games?sort=hype')).status).toBe(422)
  })
})

describe('two games that are one', () => {
  async function pair() {
    return { from: await createGame(), into: await createGame() }
  }
  const merge = (from: number, into: number) =>
    call<AdminGame & { code: string }>('POST', `games/${from}/merge`, { into })

  test('become one with the events, groups and followers of both', async () => {
    const { from, into } = await pair()
    const [both, one, other] = (await createMembers(worker, 3)) as [Member, Member, Member]
    await insertFollows(worker, 'game', from.id, [both, one])
    await insertFollows(worker, 'game', into.id, [both, other])
    await worker.sql`update game_follows set is_notified = 0 where game_id = ${into.id}
      and user_id = ${both.userId}`
    const times = { startAt: start, endAt: start + day }
    const events = [from, into, from].map(({ id }) => createEvent(worker, { ...times, gameId: id }))
    const group = await insertGroup(worker, fresh('Group'))
    await worker.sql`update event_groups set game_id = ${from.id} where id = ${group}`
    await Promise.all(events)

    const answer = await merge(from.id, into.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id: into.id, events: 3, groups: 1, followers: 3 })
    const notified = await worker.sql`select user_id as userId, is_notified as isNotified
      from game_follows where game_id = ${into.id}`
    expect(notified).toHaveLength(3)
    expect(notified).toContainEqual({ userId: both.userId, isNotified: 1 })
    expect(await worker.sql`select id from games where id = ${from.id}`).toEqual([])
    expect((await written('game', into.id)).at(-1)).toEqual({
      act: 'merge',
      from_state: from.name,
      to_state: into.name,
    })
    const body = await worker.get<{ items: { type: string }[] }>(
      `search?types=game&q=${encodeURIComponent(from.name)}`,
    )
    expect(JSON.stringify(body)).not.toContain(`"${from.name}"`)
  })

  test('keep the old address, through later merges too', async () => {
    const { from, into } = await pair()
    const last = await createGame()
    await merge(from.id, into.id)
    await merge(into.id, last.id)
    for (const { slug } of [from, into]) {
      for (const prefix of ['', '/fr']) {
        const response = await worker.fetch(`${prefix}/games/${slug}`)
        expect([response.status, response.headers.get('Location')]).toEqual([
          301,
          `${prefix}/games/${last.slug}`,
        ])
      }
    }
    expect((await worker.fetch('/games/never-was-one')).status).toBe(404)
    const namesake = await createGame(from.name)
    expect(namesake.slug).not.toBe(from.slug)
  })

  test('are merged once: back, or into itself, is refused and changes nothing', async () => {
    const { from, into } = await pair()
    await merge(from.id, into.id)
    const before = await written('game', into.id)
    expect((await merge(into.id, from.id)).body.code).toBe('game_not_found')
    expect((await merge(into.id, into.id)).status).toBe(422)
    expect(await written('game', into.id)).toEqual(before)
  })

  test('are merged one way alone when two moderators merge both ways at once', async () => {
    const { from, into } = await pair()
    await createEvent(worker, { startAt: start, endAt: start + day, gameId: from.id })
    await createEvent(worker, { startAt: start, endAt: start + day, gameId: into.id })
    const answers = await Promise.all([merge(from.id, into.id), merge(into.id, from.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const left = await worker.sql<{ events: number }>`select (select count(*) from events
      where game_id = g.id) as events from games g
      where id in (${from.id}, ${into.id})`
    expect(left).toEqual([{ events: 2 }])
  })
})

let channels = 0
function channel(): { platform: 'twitch'; name: string } {
  channels += 1
  return { platform: 'twitch', name: `channel_of_catalogue_${channels}` }
}

async function createStreamer(display_name = fresh('Streamer')): Promise<AdminStreamer> {
  const body = { display_name, language: 'es', account: channel() }
  const answer = await call<AdminStreamer>('POST', 'streamers', body)
  expect(answer.status).toBe(201)
  return answer.body
}

async function behind(streamer: { id: number }): Promise<Member> {
  const member = await createMember(worker)
  await worker.sql`update streamers set user_id = ${member.userId} where id = ${streamer.id}`
  return member
}

describe('a streamer', () => {
  test('is created with a channel, unverified', async () => {
    const account = channel()
    const body = { display_name: fresh('Streamer'), account }
    const first = await call<AdminStreamer>('POST', 'streamers', body)
    expect(first.body).toMatchObject({ display_name: body.display_name, member: null })
    expect(first.body.accounts).toMatchObject([{ ...account, is_verified: false }])
  })

  test('is changed, featured and no longer featured', async () => {
    const { id } = await createStreamer()
    const input = { display_name: fresh('Renamed'), language: null, avatar_path: null }
    expect((await call('PUT', `streamers/${id}`, input)).body).toMatchObject(input)
    const featured = await call('PUT', `streamers/${id}/featured`, { is_featured: true })
    expect(featured.body).toMatchObject({ is_featured: true })
    const shown = await worker.call<{ items: { id: number }[] }>('GET', 'streamers/featured')
    expect(shown.body.items.map((one) => one.id)).toContain(id)
    await call('PUT', `streamers/${id}/featured`, { is_featured: false })
    expect(await allowedActions('streamer', id)).toEqual(['create', 'edit', 'feature', 'unfeature'])
  })

  test('gets and loses channels, of which nobody else can have one', async () => {
    const [one, other] = [await createStreamer(), await createStreamer()]
    const account = { platform: 'youtube', name: `@HANDLE.${one.id}` }
    const answer = await call<AdminStreamer>('POST', `streamers/${one.id}/accounts`, account)
    expect([answer.status, answer.body.accounts.length]).toEqual([201, 2])
    const taken = await call('POST', `streamers/${other.id}/accounts`, account)
    expect([taken.status, taken.body.code]).toEqual([409, 'account_taken'])
    const path = `streamers/${one.id}/accounts/${one.accounts[0]?.id}`
    const left = await call<AdminStreamer>('DELETE', path)
    expect(left.body.accounts.map(({ name }) => name)).toEqual([`HANDLE.${one.id}`])
    const elsewhere = `streamers/${one.id}/accounts/${other.accounts[0]?.id}`
    expect((await call('DELETE', elsewhere)).status).toBe(404)
    expect(await allowedActions('streamer', one.id)).toEqual([
      'create',
      'add_account',
      'remove_account',
    ])
  })

  test('whose channel is verified earns for it, and loses it with the verification', async () => {
    const streamer = await createStreamer()
    const member = await behind(streamer)
    const path = `streamers/${streamer.id}/accounts/${streamer.accounts[0]?.id}`
    const before = (await xpOf(worker, member)) ?? 0
    const answer = await call<AdminStreamer>('PUT', path, { is_verified: true })
    expect(answer.body.accounts[0]?.is_verified).toBe(true)
    expect(await xpOf(worker, member)).toBe(before + 40)
    // The table of the panel's writes repeats what gives; this repeats what takes back.
    for (let turn = 0; turn < 2; turn += 1) {
      await call('PUT', path, { is_verified: false })
      expect(await xpOf(worker, member)).toBe(before)
    }
    await call('PUT', path, { is_verified: true })
    expect(await xpOf(worker, member)).toBe(before + 40)
    await call('DELETE', path)
    expect(await xpOf(worker, member)).toBe(before)
    expect(await allowedActions('streamer', streamer.id)).toEqual([
      'create',
      'verify',
      'unverify',
      'verify',
      'remove_account',
    ])
  })

  test('without a member is verified for nobody’s XP', async () => {
    const { id, accounts } = await createStreamer()
    const answer = await call<AdminStreamer>('PUT', `streamers/${id}/accounts/${accounts[0]?.id}`, {
      is_verified: true,
    })
    expect(answer.body.accounts[0]?.is_verified).toBe(true)
  })

  test('that something refers to is not deleted; one that nothing does is', async () => {
    const streamer = await createStreamer()
    const { id } = streamer
    const member = await behind(streamer)
    await createEvent(worker, { startAt: start, endAt: start + day, streamerIds: [id] })
    await insertFollows(worker, 'streamer', id, await createMembers(worker, 1))
    const answer = await call('DELETE', `streamers/${id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'streamer_in_use'])
    expect(answer.body.details).toEqual({ events: 1, followers: 1, member: member.username })
    const unused = await createStreamer()
    expect((await call('DELETE', `streamers/${unused.id}`)).status).toBe(204)
    expect(await allowedActions('streamer', unused.id)).toEqual(['create', 'delete'])
  })

  test('is found by name and channel, and among those who wait for verification', async () => {
    const streamer = await createStreamer()
    const ids = async (more: string) => {
      const { body } = await call<AdminPage<AdminStreamer>>('GET', `streamers?${more}`)
      return body.items.map(({ id }) => id)
    }
    const name = encodeURIComponent(streamer.display_name.toLowerCase())
    expect(await ids(`q=${name}`)).toEqual([streamer.id])
    expect(await ids(`q=${streamer.accounts[0]?.name.toUpperCase()}`)).toContain(streamer.id)
    expect(await ids(`q=${name}&show=to_verify`)).toEqual([])
    await behind(streamer)
    expect(await ids(`q=${name}&show=to_verify`)).toEqual([streamer.id])
    expect(await ids(`q=${name}&show=featured`)).toEqual([])
  })
})

describe('two streamers who are one', () => {
  const merge = (from: number, into: number) =>
    call<AdminStreamer & { code: string }>('POST', `streamers/${from}/merge`, { into })

  test('become one with channels, events, followers and the member of both', async () => {
    const [from, into] = [await createStreamer(), await createStreamer()]
    const member = await behind(from)
    const fans = await createMembers(worker, 3)
    await insertFollows(worker, 'streamer', from.id, fans.slice(0, 2))
    await insertFollows(worker, 'streamer', into.id, fans.slice(1))
    const times = { startAt: start, endAt: start + day }
    const shared = await createEvent(worker, { ...times, streamerIds: [from.id, into.id] })
    await createEvent(worker, { ...times, streamerIds: [from.id] })
    const answer = await merge(from.id, into.id)
    expect(answer.body).toMatchObject({
      id: into.id,
      member: member.username,
      events: 2,
      followers: 3,
    })
    expect(answer.body.accounts).toHaveLength(2)
    expect(
      await worker.sql`select 1 from event_participants where event_id = ${shared.id}
      and streamer_id = ${into.id}`,
    ).toHaveLength(1)
    const response = await worker.fetch(`/es/streamers/${from.id}`)
    expect([response.status, response.headers.get('Location')]).toEqual([
      301,
      `/es/streamers/${into.id}`,
    ])
    expect(await allowedActions('streamer', into.id)).toEqual(['create', 'merge'])
  })

  test('take what a follow earned along: it is taken back with the follow', async () => {
    const [from, into] = [await createStreamer(), await createStreamer()]
    const { token, ...fan } = await createMember(worker)
    const follow = (id: number, followed: boolean) =>
      worker.call('PUT', `streamers/${id}/toggle_follow`, { token, body: { followed } })
    await follow(from.id, true)
    expect(await xpOf(worker, fan)).toBe(3)
    await merge(from.id, into.id)
    await follow(into.id, true)
    expect(await xpOf(worker, fan)).toBe(3)
    await follow(into.id, false)
    expect(await xpOf(worker, fan)).toBe(0)
  })

  test('with a member each are two people', async () => {
    const [from, into] = [await createStreamer(), await createStreamer()]
    await behind(from)
    await behind(into)
    const answer = await merge(from.id, into.id)
    expect([answer.status, answer.body.code]).toEqual([409, 'streamers_of_two_members'])
    expect(await allowedActions('streamer', into.id)).toEqual(['create'])
  })
})

test('the panel’s pages open for moderators alone, with the first page in them', async () => {
  const [game, streamer] = [fresh('Shown game'), fresh('Shown streamer')]
  await insertGame(worker, game)
  await insertStreamer(worker, streamer)
  const member = await createMember(worker)
  const open = (path: string, { token }: Member) =>
    worker.fetch(path, { headers: { Cookie: `access_token=${token}` } })
  for (const [path, text] of [
    ['/admin/panel/games?q=shown&sort=-created', game],
    ['/fr/admin/panel/streamers?q=shown', streamer],
  ] as const) {
    const page = await open(path, moderator)
    expect([page.status, (await page.text()).includes(text)]).toEqual([200, true])
    const refusal = await open(path, member)
    expect([refusal.status, refusal.headers.get('Location')]).toEqual([
      302,
      expect.stringMatching(/\/unauthorized$/),
    ])
  }
})
