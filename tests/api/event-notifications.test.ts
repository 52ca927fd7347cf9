import { beforeEach, describe, expect } from 'vitest'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import {
  type Member,
  callAs,
  createMember,
  tokenOf,
  reachable,
} from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour, second } from '#tests/support/drivers/durations.ts'
import {
  atOnce,
  countsOf,
  publishLifecycle,
  receivedOf,
  startLifecycle,
  type EventLifecycle,
} from '#tests/support/factories/notification-readers.ts'
import { proposeEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

const none = { mail: 0, discord: 0, inApp: 0 }
let moderator: Member
let proposer: Member
/** Each test begins anew, since access tokens live a quarter of an hour. */
let now: number
let startAt: number
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})
beforeEach(async () => {
  now = Date.now()
  startAt = now + 3 * day
  proposer = await createMember(worker)
  worker.discord.posts.length = 0
})

function proposed(changes: Record<string, unknown> = {}): Promise<EventLifecycle> {
  return startLifecycle(worker, { now, startAt, proposer, moderator, changes })
}

function approved(changes: Record<string, unknown> = {}): Promise<EventLifecycle> {
  return publishLifecycle(worker, { now, startAt, proposer, moderator, changes })
}

async function hype({ event }: EventLifecycle, people: readonly Member[]): Promise<void> {
  await worker.sql`insert into hypes (event_id, user_id, created_at) select ${event.id}, value,
    ${now} from json_each(${JSON.stringify(people.map(({ userId }) => userId))})`
}

async function counts(reader: Member & { webhook?: string }, { event }: EventLifecycle) {
  return countsOf(await receivedOf(worker, reader, event.name))
}

describe('a new event', () => {
  test('is told once to followers of its streamer, a participant and its game, in their words', async () => {
    const gameId = await insertGame(worker, `Game ${now}`)
    const host = await insertStreamer(worker, `Host ${now}`)
    await insertAccount(worker, host, `Host_${now}`)
    const guest = await insertStreamer(worker, `Guest ${now}`)
    const ofAll = await createMember(worker, reachable)
    const ofGuest = await createMember(worker, { ...reachable, language: 'fr' })
    const ofGame = await createMember(worker, { ...reachable, language: 'es' })
    await insertFollows(worker, 'streamer', host, [ofAll])
    await insertFollows(worker, 'streamer', guest, [ofAll, ofGuest])
    await insertFollows(worker, 'game', gameId, [ofAll, ofGame])
    const lifecycle = await approved({
      streaming_account_name: `@host_${now}`,
      participants: [{ streamer_id: guest }],
      game_id: gameId,
    })
    expect(await counts(ofAll, lifecycle)).toEqual({ mail: 1, discord: 0, inApp: 1 })
    const french = await receivedOf(worker, ofGuest, lifecycle.event.name)
    expect(french.mails.map(({ subject }) => subject)).toEqual([
      `Nouveau à l’agenda\u00A0: ${lifecycle.event.name}`,
    ])
    expect(french.mails[0]?.text).toContain(`Parce que vous suivez Guest ${now}.`)
    expect(french.mails[0]?.text).toContain(`/fr/events/${lifecycle.event.slug}`)
    expect(french.mails[0]?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const spanish = await receivedOf(worker, ofGame, lifecycle.event.name)
    expect(spanish.mails[0]?.html).toContain(`Porque sigues Game ${now}.`)
  })

  test('is not told to who muted it, switched it off, is banned, or proposed it; nor by unproved mail', async () => {
    const gameId = await insertGame(worker, `Game ${now}`)
    const muted = await createMember(worker, reachable)
    const off = await createMember(worker, reachable)
    const banned = await createMember(worker, { ...reachable, isSoftBanned: true })
    const unproved = await createMember(worker, { ...reachable, isVerified: false })
    await insertFollows(worker, 'game', gameId, [muted, off, banned, unproved, proposer])
    const choose = (reader: Member, path: string, is_enabled: boolean) => {
      const to = `users/me/notification_settings/${path}`
      return callAs(worker, reader, 'PUT', to, { body: { is_enabled }, now })
    }
    await choose(muted, `games/${gameId}`, false)
    for (const channel of ['email', 'in_app']) {
      await choose(off, `channels/new_event_followed/${channel}`, false)
    }
    await choose(unproved, 'channels/new_event_followed/discord', true)
    const lifecycle = await approved({ game_id: gameId })
    for (const reader of [muted, off, banned, proposer]) {
      expect(await counts(reader, lifecycle)).toMatchObject(
        reader === proposer ? { discord: 0 } : none,
      )
    }
    expect(await counts(unproved, lifecycle)).toEqual({ mail: 0, discord: 1, inApp: 1 })
    const kinds = await worker.sql`select distinct kind from deliveries
      where user_id = ${proposer.userId} and event_id = ${lifecycle.event.id}`
    expect(kinds).toEqual([{ kind: 'proposal_decision' }])
  })

  test('of a streamer’s own is told at once, and not to them', async () => {
    const host = await insertStreamer(worker, `Own ${now}`, proposer.userId)
    await insertAccount(worker, host, `Own_${now}`, { isVerified: true })
    const fan = await createMember(worker, reachable)
    await insertFollows(worker, 'streamer', host, [fan, proposer])
    const changes = { streaming_account_name: `Own_${now}` }
    const token = await tokenOf(worker, proposer, now)
    const event = await proposeEvent(worker, token, startAt, { now, changes })
    expect(event.status).toBe('approved')
    await worker.drainQueue(now)
    expect(countsOf(await receivedOf(worker, fan, event.name))).toMatchObject({ mail: 1, inApp: 1 })
    expect(countsOf(await receivedOf(worker, proposer, event.name))).toEqual(none)
  })

  test('reaches each follower of its group once, whatever else of it they follow', async () => {
    const name = `Group ${now}`
    const [gameId, group] = [
      await insertGame(worker, `Game ${now}`),
      await insertGroup(worker, name),
    ]
    const host = await insertStreamer(worker, `Host ${now}`)
    await insertAccount(worker, host, `Host_${now}`)
    const fan = await createMember(worker, reachable)
    const fanOfAll = await createMember(worker, reachable)
    const muted = await createMember(worker, reachable)
    await insertFollows(worker, 'group', group, [fan, fanOfAll, muted])
    await insertFollows(worker, 'streamer', host, [fanOfAll])
    await insertFollows(worker, 'game', gameId, [fanOfAll])
    const mute = `users/me/notification_settings/groups/${group}`
    const answer = await callAs(worker, muted, 'PUT', mute, { body: { is_enabled: false }, now })
    expect(answer.status).toBe(200)
    const lifecycle = await proposed({ game_id: gameId, streaming_account_name: `Host_${now}` })
    await worker.sql`update events set group_id = ${group} where id = ${lifecycle.event.id}`
    await lifecycle.act('approve', atOnce)
    await worker.drainQueue(lifecycle.now())
    for (const one of [fan, fanOfAll]) {
      expect(await counts(one, lifecycle)).toEqual({ mail: 1, discord: 0, inApp: 1 })
    }
    expect(await counts(muted, lifecycle)).toEqual(none)
    const { inApp } = await receivedOf(worker, fan, lifecycle.event.name)
    expect(inApp[0]?.text).toContain(`Because you follow ${name}.`)
  })

  test('approved by the clock is told once, however many minute jobs overlap', async () => {
    const gameId = await insertGame(worker, `Game ${now}`)
    const fan = await createMember(worker, reachable)
    await insertFollows(worker, 'game', gameId, [fan])
    const lifecycle = await proposed({ game_id: gameId })
    await lifecycle.act('approve', { delay_seconds: 60 })
    expect(await counts(fan, lifecycle)).toEqual(none)
    const due = lifecycle.now() + 60 * second
    await Promise.all([worker.tick(due), worker.tick(due), worker.tick(due + 1)])
    await worker.minute(due + 60 * second)
    expect(await counts(fan, lifecycle)).toEqual({ mail: 1, discord: 0, inApp: 1 })
  })

  test('that comes back is not told again', async () => {
    const gameId = await insertGame(worker, `Game ${now}`)
    const fan = await createMember(worker, reachable)
    await insertFollows(worker, 'game', gameId, [fan])
    const lifecycle = await approved({ game_id: gameId })
    const acts = [await lifecycle.act('reset'), await lifecycle.act('approve', atOnce)]
    acts.push(await lifecycle.act('disable'), await lifecycle.act('enable'))
    acts.push(await lifecycle.act('approve', atOnce))
    expect(acts).toEqual([200, 200, 200, 200, 200])
    await worker.minute(lifecycle.now())
    expect(await counts(fan, lifecycle)).toEqual({ mail: 1, discord: 0, inApp: 1 })
  })

  test('reaches more followers than a page holds, and what a crash left behind', async () => {
    const gameId = await insertGame(worker, `Game ${now}`)
    await worker.sql`insert into users (username, username_key, created_at)
      select 'fan-' || ${now} || '-' || value, 'fan-' || ${now} || '-' || value, 0
      from generate_series(1, 600)`
    await worker.sql`insert into game_follows (game_id, user_id, created_at)
      select ${gameId}, id, 0 from users where username_key like 'fan-' || ${now} || '-%'`
    const lifecycle = await approved({ game_id: gameId })
    const countSent = () =>
      worker.sql<{ count: number }>`select count(*) as count from deliveries
        where key = ${`new_event:${lifecycle.event.id}`}`
    await worker.drainQueue(lifecycle.now())
    expect(await countSent()).toEqual([{ count: 600 }])
    await worker.sql`delete from deliveries where event_id = ${lifecycle.event.id}`
    await worker.sql`update notice_fanouts set done_at = null, after_user_id = 0
      where event_id = ${lifecycle.event.id}`
    await worker.minute(lifecycle.now() + 10 * 60 * second)
    await worker.drainQueue(lifecycle.now() + 10 * 60 * second)
    expect(await countSent()).toEqual([{ count: 600 }])
  })
})

describe('an event that moves', () => {
  test('is told to all who hyped it, old and new, and reminds of the new start alone', async () => {
    const fan = await createMember(worker, reachable)
    const frenchFan = await createMember(worker, { ...reachable, language: 'fr' })
    const lifecycle = await approved()
    await hype(lifecycle, [fan, frenchFan])
    await lifecycle.move(startAt + 2 * day)
    await worker.drainQueue(lifecycle.now())
    const { mails, discord, inApp } = await receivedOf(worker, fan, lifecycle.event.name)
    expect(mails.map(({ subject }) => subject)).toEqual([`New time: ${lifecycle.event.name}`])
    const [from, to] = [startAt, startAt + 2 * day].map((at) => Math.floor(at / 1000))
    expect(discord).toHaveLength(1)
    expect(discord[0]).toContain(`~~<t:${from}:F>~~ → <t:${to}:F> (<t:${to}:R>)`)
    expect(inApp[0]?.text).toMatch(/^\w+, .* \(Paris time\) → \w+, .* \(Paris time\)\n/)
    const french = await receivedOf(worker, frenchFan, lifecycle.event.name)
    expect(french.mails[0]?.subject).toBe(`Nouvel horaire\u00a0: ${lifecycle.event.name}`)
    expect(french.mails[0]?.text).toMatch(/\n\n[A-Z]\p{L}+ \d+(?:er)? \p{L}+ à .* → \p{Ll}/u)

    await worker.minute(startAt - day)
    await worker.minute(startAt - hour)
    expect(await counts(fan, lifecycle)).toEqual({ mail: 1, discord: 1, inApp: 1 })
    await worker.minute(startAt + day)
    expect(await counts(fan, lifecycle)).toEqual({ mail: 2, discord: 2, inApp: 2 })
    await worker.minute(startAt + 2 * day - hour)
    expect(await counts(fan, lifecycle)).toEqual({ mail: 3, discord: 3, inApp: 3 })
  })

  test('there and back is told twice; not at all where nothing was approved in between', async () => {
    const fan = await createMember(worker, reachable)
    const lifecycle = await approved()
    await hype(lifecycle, [fan])
    await lifecycle.act('reset')
    expect(await lifecycle.edit(startAt + day)).toBe(200)
    expect(await lifecycle.edit(startAt)).toBe(200)
    await lifecycle.act('approve', atOnce)
    await worker.minute(lifecycle.now())
    expect(await counts(fan, lifecycle)).toEqual(none)

    await lifecycle.move(startAt + day)
    await worker.drainQueue(lifecycle.now())
    await lifecycle.move(startAt)
    await worker.minute(lifecycle.now())
    await lifecycle.move(startAt + day)
    await worker.minute(lifecycle.now())
    expect(await counts(fan, lifecycle)).toEqual({ mail: 3, discord: 3, inApp: 3 })
  })

  test('of which only the day is known is told without an hour', async () => {
    const fan = await createMember(worker, reachable)
    const lifecycle = await approved({ time_certainty: 'date_only', timezone: 'UTC' })
    await hype(lifecycle, [fan])
    await lifecycle.move(startAt + day)
    await worker.drainQueue(lifecycle.now())
    const { mails, discord, inApp } = await receivedOf(worker, fan, lifecycle.event.name)
    expect(mails[0]?.subject).toBe(`New date: ${lifecycle.event.name}`)
    expect(inApp[0]?.text).toMatch(
      /^[\w ,]+ → [\w ,]+\nYour hype still counts. We’ll remind you once/,
    )
    expect(discord[0]).not.toContain('<t:')
  })

  test('again before a message left sends the last move alone', async () => {
    const fan = await createMember(worker, reachable)
    const lifecycle = await approved()
    await hype(lifecycle, [fan])
    worker.discord.answers.push({ status: 429, headers: { 'Retry-After': '5' } })
    await lifecycle.move(startAt + day)
    await worker.drainQueue(lifecycle.now())
    await lifecycle.move(startAt + 2 * day)
    await worker.minute(lifecycle.now() + 90 * second)
    const { discord } = await receivedOf(worker, fan, lifecycle.event.name)
    const last = Math.floor((startAt + 2 * day) / 1000)
    expect(discord).toHaveLength(2)
    expect(discord[1]).toContain(`→ <t:${last}:F>`)
    const overtaken = await worker.sql<{ status: string; isOver: number }>`select status, next_at
      <= ${lifecycle.now()} as isOver from deliveries
      where event_id = ${lifecycle.event.id} and reason = 'superseded'`
    expect(overtaken).toEqual([{ status: 'stopped', isOver: 1 }])
  })

  test('and is off the agenda for a while sends what waited once it is back', async () => {
    const fan = await createMember(worker, reachable)
    const lifecycle = await approved()
    await hype(lifecycle, [fan])
    worker.discord.answers.push({ status: 429, headers: { 'Retry-After': '5' } })
    await lifecycle.move(startAt + day)
    await worker.drainQueue(lifecycle.now())
    await lifecycle.act('disable')
    await worker.minute(lifecycle.now() + 90 * second)
    expect(await counts(fan, lifecycle)).toEqual({ mail: 1, discord: 1, inApp: 1 })
    await lifecycle.act('enable', {}, lifecycle.now() + 100 * second)
    await lifecycle.act('approve', atOnce)
    await worker.minute(lifecycle.now())
    expect(await counts(fan, lifecycle)).toEqual({ mail: 1, discord: 2, inApp: 1 })
  })
})

describe('a cancelled event', () => {
  test('is told once with its reason, however often it is asked for, and reminds nobody', async () => {
    const fan = await createMember(worker, reachable)
    const follower = await createMember(worker, reachable)
    const lifecycle = await approved()
    await hype(lifecycle, [fan])
    const path = `events/${lifecycle.event.id}/cancel`
    const cancel = (instant: number) =>
      callAs(worker, proposer, 'POST', path, { body: { reason: 'Ill_ness' }, now: instant })
    const at = lifecycle.now() + second
    const answers = await Promise.all([cancel(at), cancel(at + 1), cancel(at + 2)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await worker.minute(at + second)
    await worker.minute(startAt - day)
    const { mails, discord, inApp } = await receivedOf(worker, fan, lifecycle.event.name)
    expect(mails.map(({ subject }) => subject)).toEqual([`Canceled: ${lifecycle.event.name}`])
    expect(mails[0]?.html).toContain('Reason: Ill_ness')
    expect(discord).toHaveLength(1)
    expect(discord[0]).toContain('Reason: Ill\\_ness')
    expect(inApp).toMatchObject([
      { kind: 'event_cancelled', path: `/events/${lifecycle.event.slug}` },
    ])
    expect(await counts(follower, lifecycle)).toEqual(none)
  })

  test('is not told to who was deactivated or took the hype back before it was sent', async () => {
    const [gone, cold] = [
      await createMember(worker, reachable),
      await createMember(worker, reachable),
    ]
    const lifecycle = await approved()
    await hype(lifecycle, [gone, cold])
    const wait = { status: 429, headers: { 'Retry-After': '5' } }
    worker.discord.answers.push(wait, wait)
    const at = lifecycle.now() + second
    await callAs(worker, moderator, 'POST', `events/${lifecycle.event.id}/cancel`, {
      body: reasons,
      now: at,
    })
    await worker.drainQueue(at)
    await worker.sql`update users set is_active = 0 where id = ${gone.userId}`
    await worker.sql`delete from hypes where user_id = ${cold.userId}`
    await worker.minute(lifecycle.now() + 120 * second)
    const posts = worker.discord.posts.filter(({ body }) =>
      textOfPost(body).includes(lifecycle.event.name),
    )
    expect(posts).toHaveLength(2)
    const left = await query(
      worker,
      `select status from deliveries where event_id = ? and kind = 'event_cancelled'
        and channel = 'discord'`,
      lifecycle.event.id,
    )
    expect(left).toEqual([{ status: 'stopped' }, { status: 'stopped' }])
  })
})

test('a proposal whose start passed while it waited is news to nobody', async () => {
  const gameId = await insertGame(worker, `Game ${now}`)
  const fan = await createMember(worker, reachable)
  await insertFollows(worker, 'game', gameId, [fan])
  const lifecycle = await proposed({ game_id: gameId })
  await lifecycle.act('approve', atOnce, startAt + hour)
  await worker.minute(startAt + hour)
  const rows = await worker.sql`select 1 from notice_fanouts where event_id = ${lifecycle.event.id}`
  expect(rows).toEqual([])
  expect(await counts(fan, lifecycle)).toEqual(none)
})

describe('a notice of an event that left the agenda', () => {
  const linesOf = async (reader: Member, { event }: EventLifecycle) =>
    (await receivedOf(worker, reader, event.name)).inApp

  test('leads its proposer to the proposal and says why, and a follower to the agenda', async () => {
    const gameId = await insertGame(worker, `Game ${now}`)
    const follower = await createMember(worker, reachable)
    await insertFollows(worker, 'game', gameId, [follower])
    const lifecycle = await approved({ game_id: gameId })
    const path = `/profile/proposals#proposal-${lifecycle.event.id}`
    const [onAgenda] = await linesOf(proposer, lifecycle)
    expect(onAgenda?.path).toBe(`/events/${lifecycle.event.slug}`)
    await lifecycle.act('disable')
    const [, disabled] = await linesOf(proposer, lifecycle)
    expect(disabled).toMatchObject({ path, text: 'Our team removed this event from the agenda.' })
    expect(disabled?.title).toBe(`“${lifecycle.event.name}” is no longer on the agenda`)
    expect((await linesOf(follower, lifecycle)).map(({ path: to }) => to)).toEqual(['/events'])
  })

  test('says the preset reason and the moderator’s words, in the bell and by mail', async () => {
    const reader = await createMember(worker, reachable)
    const lifecycle = await startLifecycle(worker, { now, startAt, proposer: reader, moderator })
    await lifecycle.act('reject', { reason_code: 'duplicate', reason: 'Listed at 21:00.' })
    await worker.drainQueue(lifecycle.now())
    const { inApp, mails } = await receivedOf(worker, reader, lifecycle.event.name)
    const reason = 'Reason: This event is already on the agenda — Listed at 21:00.'
    expect(inApp[0]?.path).toBe(`/profile/proposals#proposal-${lifecycle.event.id}`)
    expect(inApp[0]?.text).toContain(reason)
    expect(mails[0]?.text).toContain(reason)
    expect(mails[0]?.text).toContain(`/profile/proposals#proposal-${lifecycle.event.id}`)
  })
})
