import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReadingStartView } from '#worker/features/articles/contract.ts'
import { hashPassword } from '#worker/auth/crypto.ts'
import { createEvent, type EventOptions } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertChannel,
  insertFollows,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import {
  type Member,
  callAs,
  createMember,
  createSession,
} from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { listOperations, type Operation } from '#tests/support/tables/api-document.ts'
import { dumpDatabase } from '#tests/support/drivers/database-dump.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#tests/support/fakes/database-proxy.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { endAtEachWrite } from '#tests/support/drivers/ended-session.ts'
import { eventDraft, proposeEvent } from '#tests/support/factories/people.ts'
import { pictureForm, png } from '#tests/support/factories/pictures.ts'
import { newDevice } from '#tests/support/fakes/fake-push-service.ts'
import { calendarForm } from '#tests/support/fakes/schedule-shapes.ts'
import { startTestApi, type TestApi } from '#tests/support/drivers/api.ts'
import type { CallOptions } from '#tests/support/drivers/worker.ts'
import {
  placeNewPasskey,
  placePasskeyAnswer,
  placePasskeyLink,
  placeRecoveryCode,
} from '#tests/support/drivers/passkeys.ts'
import { insertPasskey } from '#tests/support/factories/sign-in-methods.ts'

type Call = { params?: (string | number)[] } & Pick<CallOptions, 'body' | 'now' | 'headers'>

const password = 'correct horse battery'
const scheduleTarget = { category: 'variety', language: 'en', timezone: 'UTC' }
const webhook = `https://discord.com/api/webhooks/123456789/${'a'.repeat(40)}`

let proxy: DatabaseProxy
let worker: TestApi
let operations: Operation[]
let passwordHash: string

beforeAll(async () => {
  proxy = await startDatabaseProxy()
  // The queue’s writes would count among those of a call.
  worker = await startTestApi(proxy.vars, { isConsuming: false })
  proxy.target = worker.environment.libsql?.url ?? ''
  operations = await listOperations(worker)
  passwordHash = await hashPassword(password)
})
afterAll(async () => {
  await worker.close()
  await proxy.close()
})

let count = 0
function fresh(word: string): string {
  count += 1
  return `${word} ${count}`
}

async function insert(text: string, ...args: (string | number)[]): Promise<number> {
  const [row] = await query<{ id: number }>(worker, `${text} returning id`, ...args)
  return row?.id ?? 0
}

async function make(member: Member, path: string, body: unknown): Promise<number> {
  const answer = await callAs<{ id: number }>(worker, member, 'POST', path, { body })
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`)
  return answer.body.id
}

async function givePassword({ userId }: Member): Promise<void> {
  await worker.sql`update users set password_hash = ${passwordHash} where id = ${userId}`
}

function placeUpcoming(facts: Partial<EventOptions> = {}) {
  return createEvent(worker, {
    startAt: Date.now() + day,
    endAt: Date.now() + 2 * day,
    ...facts,
  })
}

const insertSubject = { streamer: insertStreamer, game: insertGame, group: insertGroup }

async function placeFollowed(member: Member, kind: keyof typeof insertSubject): Promise<Call> {
  const id = await insertSubject[kind](worker, fresh('Followed'))
  await insertFollows(worker, kind, id, [member])
  return { params: [id], body: { is_enabled: false } }
}

/** The device has no session: otherwise it would go with the session that ends. */
async function placeDevice({ userId }: Member) {
  const { endpoint, keys } = newDevice().subscription
  const text = `insert into push_subscriptions
    (user_id, endpoint, p256dh, auth, created_at, last_used_at) values (?, ?, ?, ?, 0, 0)`
  return { endpoint, id: await insert(text, userId, endpoint, keys.p256dh, keys.auth) }
}

async function placeOwnEvent(member: Member, status: 'pending' | 'approved'): Promise<number> {
  const { id } = await proposeEvent(worker, member.token, Date.now() + 3 * day)
  await worker.sql`update events set status = ${status}, approved_at = 1 where id = ${id}`
  return id
}

async function placeArticle(): Promise<string> {
  const slug = fresh('article').replace(' ', '-')
  await worker.sql`insert into articles (slug, title, markdown, language, status, author_name,
    created_at, updated_at, published_at)
    values (${slug}, ${slug}, 'Read me.', 'en', 'published', 'Ana', 0, 0, 0)`
  return slug
}

async function placeRead(member: Member): Promise<Call> {
  const slug = await placeArticle()
  const path = `articles/${slug}/reading`
  const { ticket } = (await callAs<ReadingStartView>(worker, member, 'POST', path)).body
  return { params: [slug], body: { ticket }, now: Date.now() + hour }
}

async function placeAddress(member: Member): Promise<Call> {
  const body = { email: `moved-${member.email}`, password }
  await givePassword(member)
  return { body }
}

/** A call that writes as a member and is missing here fails the test. */
async function placeParticipation({ userId }: Member): Promise<number[]> {
  const { streamerId } = await insertChannel(worker, userId)
  return [(await placeUpcoming({ streamerIds: [streamerId] })).id, streamerId]
}

const calls: Record<string, (member: Member) => Call | Promise<Call>> = {
  async 'POST /auth/confirm'(member) {
    await givePassword(member)
    return { body: { password } }
  },
  async 'POST /auth/verify_email/resend'({ userId }) {
    await worker.sql`update users set email_verified_at = null where id = ${userId}`
    return {}
  },
  'PUT /users/me/password': () => ({ body: { password: 'a first long password' } }),
  'PUT /users/me/email': placeAddress,
  'PUT /users/me/marketing': () => ({ body: { is_marketing: true } }),
  'POST /users/me/resume': () => ({}),
  'DELETE /users/me/sessions': () => ({}),
  async 'DELETE /users/me/sessions/{id}'(member) {
    return { params: [(await createSession(worker, member)).sessionId] }
  },
  'PUT /users/me/settings': () => ({ body: { timezone_name: 'Asia/Tokyo' } }),
  'PUT /users/me/discord_webhook': () => ({ body: { url: webhook } }),
  'DELETE /users/me/discord_webhook': () => ({}),
  'POST /users/me/follows': async () => ({
    body: { streamer_ids: [await insertStreamer(worker, fresh('Streamer'))] },
  }),
  'POST /users/me/calendar_feeds': () => ({ body: { scope: 'both' } }),
  'DELETE /users/me/calendar_feeds/{id}': async (member) => ({
    params: [await make(member, 'users/me/calendar_feeds', { scope: 'both' })],
  }),
  async 'POST /users/me/schedule_sources'({ userId }) {
    const { accountId: account_id } = await insertChannel(worker, userId)
    return { body: { ...scheduleTarget, kind: 'twitch_schedule', account_id } }
  },
  async 'DELETE /users/me/schedule_sources/{id}'(member) {
    const { accountId: account_id } = await insertChannel(worker, member.userId)
    const body = { ...scheduleTarget, kind: 'twitch_schedule', account_id }
    return { params: [await make(member, 'users/me/schedule_sources', body)] }
  },
  async 'POST /users/me/schedule_imports'({ userId }) {
    const { accountId: account_id } = await insertChannel(worker, userId)
    return { body: calendarForm({ ...scheduleTarget, account_id, confirm: true }) }
  },
  'PUT /users/me/notifications/read': () => ({ body: {} }),
  async 'DELETE /users/me/identities/{provider}'(member) {
    await givePassword(member)
    const text = `insert into identities (user_id, provider, provider_user_id, created_at)
      values (?, 'google', ?, 0)`
    await insert(text, member.userId, member.username)
    return { params: ['google'] }
  },
  'POST /users/me/streamer': () => ({ body: { display_name: fresh('Stage') } }),
  async 'PUT /users/me/streamer/listing'({ userId }) {
    const streamerId = await insertStreamer(worker, fresh('Stage'), userId)
    await insertAccount(worker, streamerId, `listed${userId}`, { isVerified: true })
    return { body: { is_listed: false } }
  },
  async 'PATCH /users/me/streamer'({ userId }) {
    await insertStreamer(worker, fresh('Stage'), userId)
    return { body: { display_name: fresh('Stage') } }
  },
  async 'POST /users/me/streaming_accounts'({ userId }) {
    await insertStreamer(worker, fresh('Stage'), userId)
    return { body: { platform: 'youtube', name: `own_${userId}` } }
  },
  async 'DELETE /users/me/streaming_accounts/{id}'({ userId }) {
    const streamerId = await insertStreamer(worker, fresh('Stage'), userId)
    return { params: [await insertAccount(worker, streamerId, `own_${userId}`)] }
  },
  async 'PUT /users/me/streaming_accounts/{id}/platform_picture'({ userId }) {
    const streamerId = await insertStreamer(worker, fresh('Stage'), userId)
    const id = await insertAccount(worker, streamerId, `own_${userId}`, { isVerified: true })
    return { params: [id], body: { is_shown: false } }
  },
  'POST /users/me/push_subscriptions': () => ({ body: newDevice().subscription }),
  async 'PUT /users/me/push_subscriptions'(member) {
    const { endpoint } = await placeDevice(member)
    return { body: { endpoint } }
  },
  'DELETE /users/me/push_subscriptions/{id}': async (member) => ({
    params: [(await placeDevice(member)).id],
  }),
  'PUT /users/me/notification_settings/channels/{kind}/{channel}': () => ({
    params: ['reminder', 'email'],
    body: { is_enabled: false },
  }),
  'PUT /users/me/notification_settings/streamers/{id}': (one) => placeFollowed(one, 'streamer'),
  'PUT /users/me/notification_settings/games/{id}': (one) => placeFollowed(one, 'game'),
  'PUT /users/me/notification_settings/groups/{id}': (one) => placeFollowed(one, 'group'),
  'PUT /users/me/notification_settings/quiet_hours': () => ({
    body: { from: '22:00', to: '08:00' },
  }),
  'PUT /users/me/notification_settings/own_marks': () => ({ body: { marks: ['3h'] } }),
  async 'PUT /users/me/hyped_events/{id}/own_marks'({ userId }) {
    const { id } = await placeUpcoming()
    await worker.sql`insert into hypes (event_id, user_id, created_at) values (${id}, ${userId}, 1)`
    return { params: [id], body: { marks: ['3h'] } }
  },
  'PUT /users/me/notification_settings/digest': () => ({ body: { digest: 'daily' } }),
  'PATCH /users/me': ({ userId }) => ({ body: { username: `renamed-${userId}` } }),
  'DELETE /users/me': ({ username }) => ({ body: { username } }),
  'PUT /users/me/avatar': () => ({ body: pictureForm(png()) }),
  'DELETE /users/me/avatar': () => ({}),
  'POST /uploads': () => ({ body: pictureForm(png()) }),
  'POST /events': () => ({ body: eventDraft(Date.now() + 5 * day) }),
  'PUT /events/{event}': async (member) => ({
    params: [await placeOwnEvent(member, 'pending')],
    body: eventDraft(Date.now() + 5 * day),
  }),
  'PATCH /events/{event}': async (member) => {
    const id = await placeOwnEvent(member, 'approved')
    const [event] = await worker.sql<{ name: string }>`select streaming_account_name as name
      from events where id = ${id}`
    const streamer = await insertStreamer(worker, `Owner ${id}`, member.userId)
    await insertAccount(worker, streamer, event?.name ?? '', { isVerified: true })
    return { params: [id], body: { name: 'Another name' } }
  },
  'POST /events/{event}/cancel': async (member) => ({
    params: [await placeOwnEvent(member, 'approved')],
    body: { reason: 'Ill' },
  }),
  'POST /events/{event}/withdraw': async (member) => ({
    params: [await placeOwnEvent(member, 'pending')],
  }),
  async 'PUT /events/{event}/toggle_hype'() {
    return { params: [(await placeUpcoming()).id], body: { hyped: true } }
  },
  async 'PUT /events/{event}/participants/{streamer}/confirmation'(member) {
    return { params: await placeParticipation(member), body: { confirmed: true } }
  },
  'DELETE /events/{event}/participants/{streamer}': async (member) => ({
    params: await placeParticipation(member),
  }),
  'PUT /events/{event}/hype_series': async () => ({
    params: [(await placeUpcoming({ seriesId: fresh('series') })).id],
  }),
  async 'PUT /groups/{group}/hype_dates'() {
    const group = await insertGroup(worker, fresh('Group'))
    await placeUpcoming({ groupId: group })
    return { params: [group] }
  },
  'PUT /games/{game}/toggle_follow': async () => ({
    params: [await insertGame(worker, fresh('Game'))],
    body: { followed: true },
  }),
  'PUT /groups/{group}/toggle_follow': async () => ({
    params: [await insertGroup(worker, fresh('Group'))],
    body: { followed: true },
  }),
  'PUT /streamers/{id}/toggle_follow': async () => ({
    params: [await insertStreamer(worker, fresh('Streamer'))],
    body: { followed: true },
  }),
  'PUT /articles/{slug}/reading': placeRead,
  'POST /users/me/passkeys': (member) => placeNewPasskey(worker, member),
  'POST /auth/passkey/confirm': (member) => placePasskeyAnswer(worker, member),
  'POST /auth/recovery_code': (member) => placeRecoveryCode(worker, member),
  'POST /auth/passkey_link': (member) => placePasskeyLink(worker, member),
  'POST /users/me/passkeys/link': async ({ userId }) => {
    await worker.sql`update users set role = 'moderator' where id = ${userId}`
    return {}
  },
  'PUT /users/me/passkeys/{id}': async ({ userId }) => ({
    params: [await insertPasskey(worker, userId, Date.now())],
    body: { name: 'Phone' },
  }),
  'DELETE /users/me/passkeys/{id}': async ({ userId }) => ({
    params: [await insertPasskey(worker, userId, Date.now())],
  }),
  'PUT /achievements/new/seen': () => ({ body: { identifiers: ['first_hype'], level: 2 } }),
  'POST /onboarding/content-onboarding/skip': () => ({}),
  'POST /onboarding/content-onboarding/complete': () => ({}),
}

const exempt: Record<string, string> = {
  'POST /users/me/discord_webhook/test': 'it only reads',
  'POST /users/me/push_subscriptions/{id}/test': 'it only reads, until the device is gone',
  'POST /articles/{slug}/reading': 'it only reads',
  'POST /users/me/passkeys/challenge': 'it only reads',
  'POST /users/me/schedule_sources/{id}/run': 'one try a minute, and the system imports',
  'POST /users/me/video_lookups': 'it only reads, and counts the try',
}
/** Calls that write the rest as the system: only the member’s own write is checked. */
const endsAsSystem = new Set(['POST /users/me/schedule_imports'])

/** Rows of the call are placed once, so that it can be made any number of times. */
async function callOf(name: string, member: Member) {
  const { params = [], body, now, headers } = await calls[name]!(member)
  const [method = '', path = ''] = name.split(' /')
  const left = params.map(String)
  const filled = path.replace(/\{\w+\}/g, () => left.shift() ?? '')
  return () => callAs<unknown>(worker, member, method, filled, { body, now, headers })
}

describe('a session that ends between a request and its write', () => {
  test('is tried with every call that writes as a member', () => {
    const writing = operations.filter(
      ({ method, access }) => method !== 'GET' && ['member', 'contributor'].includes(access),
    )
    const tried = [...Object.keys(calls), ...Object.keys(exempt)]
    expect(tried.toSorted()).toEqual(writing.map(({ name }) => name).toSorted())
  })

  test.each(Object.keys(calls))('stops %s, which stores nothing', async (name) => {
    const member = await createMember(worker)
    const ask = await callOf(name, member)
    const before = await dumpDatabase(worker)
    let left: unknown
    const { refusals, isEnded, done } = await endAtEachWrite(worker, proxy, member, async () => {
      left = await dumpDatabase(worker)
      return ask()
    })
    expect(left).toEqual(before)
    expect(refusals.length).toBeGreaterThan(0)
    expect(new Set(refusals)).toEqual(new Set(['401 session_ended']))
    expect(isEnded).toBe(endsAsSystem.has(name))
    expect([200, 201, 204]).toContain(done.status)
  })
})
