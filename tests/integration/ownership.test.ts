import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { unsubscribeToken } from '#worker/features/notifications/preferences/unsubscribe.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { listOperations, type Operation } from '#tests/support/tables/api-document.ts'
import { day } from '#tests/support/drivers/durations.ts'
import {
  personColumns,
  insertFullMember,
  type FullMember,
} from '#tests/support/factories/full-member.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { png } from '#tests/support/factories/pictures.ts'
import { newDevice } from '#tests/support/fakes/fake-push-service.ts'
import { calendarForm } from '#tests/support/fakes/schedule-shapes.ts'
import { startTestWorker, type TestWorker } from '#tests/support/drivers/worker.ts'

/** A member with something of every kind; some of it is followed or hyped by another member too. */
type First = FullMember & {
  pendingSlug: string
  noticeId: number
  pushId: number
  accountId: number
  youtubeName: string
  followedStreamer: number
  followedGame: number
  followedGroup: number
}
type Attempt = {
  /** In the order of the path's parameters. */
  params?: (string | number)[]
  query?: string
  body?: unknown
  /** Status, and code where it is refused. */
  heard: string
  /** It lists streamers and games, whose names are public whoever follows them. */
  listsCatalogue?: boolean
  /** It lists members by name: those who chose to be on the leaderboard. */
  listsMembers?: boolean
  /** Rows that the first member gets by it, and rightly. */
  gets?: string[]
}
/** How another member reaches for what is the first member's, and what comes of it. */
type Rule =
  /** Told to everyone alike. */
  'public' | Attempt | ((first: First) => Attempt)

const done = { heard: '200' }
const unknownEvent = '404 event_not_found'
const storedHash = (kind: string) => (first: First) => ({
  query: `refresh_token=secret-refresh-${first.userId}`,
  body: { token: `secret-hash-${first.userId}`, password: 'a password of the thief' },
  heard: kind,
})

const scheduleTarget = { category: 'variety', language: 'en', timezone: 'UTC' }

/** In the order of the attempts. A call that names something and is missing here fails the test. */
const rules: Record<string, Rule> = {
  'POST /auth/refresh_access_token': storedHash('401 bad_refresh_token'),
  'POST /auth/logout': storedHash('204'),
  'POST /auth/verify_email': storedHash('422 bad_verification_token'),
  'POST /auth/verify_email/disown': storedHash('422 bad_verification_token'),
  'POST /auth/verify_email/resend': done,
  'POST /auth/reset_password': storedHash('422 bad_reset_token'),
  'POST /auth/delete_account': storedHash('422 bad_verification_token'),
  'PUT /users/me/password': { body: { password: 'a password of my own' }, heard: '200' },
  'POST /auth/confirm': { body: { password: 'a password of my own' }, heard: '200' },
  // An address in use answers like any other, and its owner is told.
  'PUT /users/me/email': ({ email }) => ({
    body: { email, password: 'a password of my own' },
    heard: '200',
    gets: ['deliveries'],
  }),
  'PUT /users/me/marketing': { body: { is_marketing: true }, heard: '200' },
  'POST /users/me/resume': done,
  'GET /users/me/sessions': done,
  'DELETE /users/me/sessions': { heard: '204' },
  'DELETE /users/me/sessions/{id}': ({ sessionId }) => ({
    params: [sessionId],
    heard: '404 session_not_found',
  }),
  'GET /users/me/settings': done,
  'PUT /users/me/settings': { body: { timezone_name: 'Asia/Tokyo' }, heard: '200' },
  'PUT /users/me/discord_webhook': {
    body: { url: `https://discord.com/api/webhooks/123456789/${'a'.repeat(40)}` },
    heard: '200',
  },
  'DELETE /users/me/discord_webhook': done,
  'POST /users/me/discord_webhook/test': { heard: '409 no_discord_webhook' },
  'GET /users/me/push_subscriptions': done,
  'POST /users/me/push_subscriptions': () => ({ body: newDevice().subscription, heard: '201' }),
  'PUT /users/me/push_subscriptions': () => ({
    body: { endpoint: newDevice().subscription.endpoint },
    heard: '204',
  }),
  'DELETE /users/me/push_subscriptions/{id}': ({ pushId }) => ({
    params: [pushId],
    heard: '404 push_device_not_found',
  }),
  'GET /users/me': done,
  'PATCH /users/me': ({ username }) => ({ body: { username }, heard: '409 username_taken' }),
  'PUT /users/me/avatar': () => ({ body: pictureForm(), heard: '200' }),
  'DELETE /users/me/avatar': done,
  'GET /users/me/export': done,
  'DELETE /users/me': ({ username }) => ({
    body: { username, password: 'not my password' },
    heard: '422 validation_failed',
  }),
  'GET /auth/{provider}/authorize': 'public',
  'POST /auth/{provider}/connect': 'public',
  'GET /users/me/identities': done,
  'DELETE /users/me/identities/{provider}': { params: ['google'], heard: '200' },
  'GET /events/{event}': ({ pendingSlug }) => ({ params: [pendingSlug], heard: unknownEvent }),
  'GET /events/{event}/calendar': ({ pendingSlug }) => ({
    params: [pendingSlug],
    query: 'target=google',
    heard: unknownEvent,
  }),
  'POST /events': () => ({ body: eventDraft(Date.now() + 5 * day), heard: '201' }),
  'PUT /events/{event}': ({ pendingId }) => ({
    params: [pendingId],
    body: eventDraft(Date.now() + 3 * day, { name: 'Taken over' }),
    heard: unknownEvent,
  }),
  'PATCH /events/{event}': ({ pendingId }) => ({
    params: [pendingId],
    body: { name: 'Taken over' },
    heard: unknownEvent,
  }),
  'GET /users/me/events': done,
  'GET /users/me/similar_events': {
    query: 'platform=twitch&streaming_account_name=nobody',
    heard: '200',
  },
  'GET /users/me/events/{id}': ({ pendingId }) => ({ params: [pendingId], heard: unknownEvent }),
  'GET /users/me/followed_events': done,
  'GET /users/me/next_events': done,
  'PUT /events/{event}/toggle_hype': ({ hypedId }) => ({
    params: [hypedId],
    body: { hyped: false },
    heard: '200',
  }),
  'PUT /events/{event}/hype_series': ({ hypedId }) => ({
    params: [hypedId],
    heard: '409 hype_closed',
  }),
  'PUT /groups/{group}/hype_dates': ({ followedGroup }) => ({
    params: [followedGroup],
    heard: '409 hype_closed',
  }),
  'GET /users/me/hyped_events': done,
  'GET /users/me/hyped_events/{id}/reminders': ({ hypedId }) => ({
    params: [hypedId],
    heard: unknownEvent,
  }),
  'GET /users/me/relations': done,
  'GET /users/me/followed_channels': { heard: '404 provider_off' },
  'POST /users/me/follows': ({ followedStreamer }) => ({
    body: { streamer_ids: [followedStreamer] },
    heard: '200',
  }),
  'GET /users/me/calendar_feeds': done,
  'POST /users/me/calendar_feeds': { body: { scope: 'both' }, heard: '201' },
  'DELETE /users/me/calendar_feeds/{id}': ({ calendarFeedId }) => ({
    params: [calendarFeedId],
    heard: '404 calendar_feed_not_found',
  }),
  'GET /users/me/schedule_sources': done,
  'POST /users/me/schedule_sources': ({ accountId }) => ({
    body: { ...scheduleTarget, kind: 'twitch_schedule', account_id: accountId },
    heard: '409 account_not_verified',
  }),
  'DELETE /users/me/schedule_sources/{id}': ({ scheduleSourceId }) => ({
    params: [scheduleSourceId],
    heard: '404 schedule_source_not_found',
  }),
  'POST /users/me/schedule_sources/{id}/run': ({ scheduleSourceId }) => ({
    params: [scheduleSourceId],
    body: { confirm: true },
    heard: '404 schedule_source_not_found',
  }),
  'POST /users/me/schedule_imports': ({ accountId }) => ({
    body: calendarForm({ ...scheduleTarget, account_id: accountId, confirm: true }),
    heard: '409 account_not_verified',
  }),
  'GET /games/{game}': 'public',
  'GET /games/{game}/top_streamers': 'public',
  'GET /games/{game}/recommended': 'public',
  'GET /streamers/{id}': 'public',
  'GET /streamers/{id}/events': 'public',
  'GET /streamers/{id}/recommended': 'public',
  'GET /streamers/{id}/discovery': 'public',
  'POST /users/me/streamer': {
    body: { display_name: 'A Second Stage' },
    heard: '409 streamer_exists',
  },
  'PATCH /users/me/streamer': { body: { display_name: 'Stage of the Other' }, heard: '200' },
  'GET /users/me/streaming_accounts': done,
  'POST /users/me/streaming_accounts': ({ youtubeName }) => ({
    body: { platform: 'youtube', name: youtubeName },
    heard: '409 account_taken',
  }),
  'DELETE /users/me/streaming_accounts/{id}': ({ accountId }) => ({
    params: [accountId],
    heard: '404 streaming_account_not_found',
  }),
  'PUT /users/me/streaming_accounts/{id}/platform_picture': ({ accountId }) => ({
    params: [accountId],
    body: { is_shown: false },
    heard: '404 streaming_account_not_found',
  }),
  'PUT /users/me/notification_settings/channels/{kind}/{channel}': {
    params: ['reminder', 'email'],
    body: { is_enabled: false },
    heard: '200',
  },
  'PUT /users/me/notification_settings/streamers/{id}': ({ followedStreamer }) => ({
    params: [followedStreamer],
    body: { is_enabled: false },
    heard: '200',
  }),
  'PUT /users/me/notification_settings/games/{id}': ({ followedGame }) => ({
    params: [followedGame],
    body: { is_enabled: false },
    heard: '200',
  }),
  'PUT /users/me/notification_settings/groups/{id}': ({ followedGroup }) => ({
    params: [followedGroup],
    body: { is_enabled: false },
    heard: '200',
  }),
  'PUT /groups/{group}/toggle_follow': ({ followedGroup }) => ({
    params: [followedGroup],
    body: { followed: false },
    heard: '200',
  }),
  'PUT /streamers/{id}/toggle_follow': ({ followedStreamer }) => ({
    params: [followedStreamer],
    body: { followed: false },
    heard: '200',
  }),
  'PUT /games/{game}/toggle_follow': ({ followedGame }) => ({
    params: [followedGame],
    body: { followed: false },
    heard: '200',
  }),
  'GET /groups/{slug}': 'public',
  'GET /groups/{slug}/events': 'public',
  'GET /articles/{slug}': 'public',
  'POST /articles/{slug}/reading': { params: ['zevent-2025-guide'], heard: '200' },
  'PUT /articles/{slug}/reading': {
    params: ['zevent-2025-guide'],
    body: { ticket: 'of nobody' },
    heard: '200',
  },
  'GET /users/me/notifications': done,
  'PUT /users/me/notifications/read': ({ noticeId }) => ({
    body: { ids: [noticeId] },
    heard: '200',
  }),
  'GET /users/me/notification_settings': done,
  'PUT /users/me/notification_settings/quiet_hours': {
    body: { from: '22:00', to: '08:00' },
    heard: '200',
  },
  'PUT /users/me/notification_settings/digest': { body: { digest: 'daily' }, heard: '200' },
  'POST /events/{event}/cancel': ({ pendingId }) => ({ params: [pendingId], heard: unknownEvent }),
  'POST /events/{event}/withdraw': ({ pendingId }) => ({
    params: [pendingId],
    heard: unknownEvent,
  }),
  'POST /deals/{id}/click': 'public',
  'POST /uploads': () => ({ body: pictureForm(), heard: '201' }),
  'GET /achievements/me': done,
  'GET /achievements/me/stats': done,
  'GET /achievements/new': done,
  'PUT /achievements/new/seen': { body: { identifiers: ['first_hype'], level: 2 }, heard: '200' },
  'GET /leaderboard/me': { heard: '200', listsMembers: true },
  'GET /onboarding/content-onboarding/status': done,
  'GET /onboarding/content-onboarding/streamers': { heard: '200', listsCatalogue: true },
  'GET /onboarding/content-onboarding/games': { heard: '200', listsCatalogue: true },
  'POST /onboarding/content-onboarding/skip': done,
  'POST /onboarding/content-onboarding/complete': done,
}

/** A call for members, or one that names something: by its path, or by a token it is given. */
function needsRule({ access, pathParameters, queryParameters, body }: Operation): boolean {
  const fields = Object.keys((body?.schema['properties'] as object | undefined) ?? {})
  const isGivenToken = [...queryParameters.map(({ name }) => name), ...fields].some((name) =>
    /(^|_)token$/.test(name),
  )
  return access !== 'visitor' || pathParameters.length > 0 || isGivenToken
}

let worker: TestWorker
let operations: Operation[]
/** The team's calls: never for members, whoever's it is. */
let panelCalls: Operation[]
let first: First
let other: Member
let owned: { table: string; where: string }[]

beforeAll(async () => {
  worker = await startTestWorker()
  const all = await listOperations(worker)
  const isOfPanel = ({ access }: Operation) => access === 'moderator' || access === 'admin'
  panelCalls = all.filter(isOfPanel)
  operations = all.filter((one) => needsRule(one) && !isOfPanel(one))
  other = await createMember(worker)
  first = await placeFirst()
  await placeOther()
  owned = [
    ...(await personColumns(worker)).map(({ table, column }) => ({
      table,
      where: `${column} = ?`,
    })),
    { table: 'users', where: 'id = ?' },
    ownedThrough('refresh_tokens', 'session_id', 'sessions', 'user_id'),
    ownedThrough('streaming_accounts', 'streamer_id', 'streamers', 'user_id'),
    ownedThrough('event_participants', 'event_id', 'events', 'proposer_id'),
  ]
})
afterAll(() => worker.close())

function ownedThrough(table: string, key: string, parent: string, owner: string) {
  return { table, where: `${key} in (select id from ${parent} where ${owner} = ?)` }
}

async function placeFirst(): Promise<First> {
  const full = await insertFullMember(worker)
  const { userId, streamerId, pendingId } = full
  const [event] = await query<{ slug: string }>(
    worker,
    'select slug from events where id = ?',
    pendingId,
  )
  const [notice] = await query<{ id: number }>(
    worker,
    `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
      values ('leaked', ?, 'in_app', 'level_up', '{"level":2}', 'sent', 0, 0) returning id`,
    userId,
  )
  await query(
    worker,
    `insert into notification_channels (user_id, kind, channel, is_enabled)
      values (?, 'reminder', 'email', 1)`,
    userId,
  )
  const [device] = await query<{ id: number }>(
    worker,
    'select id from push_subscriptions where user_id = ?',
    userId,
  )
  const youtubeName = 'first_at_youtube'
  const accountId = await insertAccount(worker, streamerId, youtubeName, { platform: 'youtube' })
  const followedStreamer = await insertStreamer(worker, 'Followed by Both')
  const followedGame = await insertGame(worker, 'Played by Both')
  const followedGroup = await insertGroup(worker, 'Met by Both')
  return {
    ...full,
    pendingSlug: event?.slug ?? '',
    noticeId: notice?.id ?? 0,
    pushId: device?.id ?? 0,
    accountId,
    youtubeName,
    followedStreamer,
    followedGame,
    followedGroup,
  }
}

/** With the same things as the first member, so that only whose they are tells them apart. */
async function placeOther(): Promise<void> {
  for (const provider of ['google', 'twitch']) {
    await query(
      worker,
      `insert into identities (user_id, provider, provider_user_id, created_at)
        values (?, ?, 'other', 0)`,
      other.userId,
      provider,
    )
  }
  await insertAccount(
    worker,
    await insertStreamer(worker, 'Stage of Another', other.userId),
    'other',
  )
  await insertFollows(worker, 'streamer', first.followedStreamer, [first, other])
  await insertFollows(worker, 'game', first.followedGame, [first, other])
  await insertFollows(worker, 'group', first.followedGroup, [first, other])
  for (const { userId } of [first, other]) {
    await query(
      worker,
      'insert or ignore into hypes (event_id, user_id, created_at) values (?, ?, ?)',
      ...[first.hypedId, userId, Date.now()],
    )
  }
}

function pictureForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(png())], { type: 'image/png' }), 'me.png')
  return form
}

/** All rows of the first member, by table. */
async function rowsOfFirst(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { table, where } of owned) {
    const rows = await query(worker, `select * from ${table} where ${where}`, first.userId)
    found[table] = [...(found[table] ?? []), ...rows.map((row) => JSON.stringify(row))].toSorted()
  }
  return found
}

function attemptOf(name: string): Attempt {
  const rule = rules[name]
  if (rule === undefined || rule === 'public') return { heard: '' }
  return typeof rule === 'function' ? rule(first) : rule
}

async function reach(operation: Operation, { params = [], query, body }: Attempt) {
  const values = params.map(String)
  const path = operation.path.slice(1).replace(/\{\w+\}/g, () => values.shift() ?? 'none')
  const answer = await worker.call(operation.method, query ? `${path}?${query}` : path, {
    // Whoever holds somebody's link or token need not be signed in.
    ...(operation.access === 'visitor' ? {} : { token: other.token }),
    ...(body === undefined || operation.method === 'GET' ? {} : { body }),
  })
  const { code } = (answer.body ?? {}) as Partial<ErrorEnvelope>
  return { heard: `${answer.status} ${code ?? ''}`.trim(), text: JSON.stringify(answer.body ?? '') }
}

describe('what is one member’s', () => {
  test('has a rule for every call that could reach it', () => {
    expect(Object.keys(rules).toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
    for (const { name, access } of operations) {
      if (rules[name] === 'public') expect([name, access]).toEqual([name, 'visitor'])
    }
  })

  test('is neither told to another member nor changed by any call of theirs', async () => {
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    const private_ = new RegExp(`${first.username}|${first.email}|secret-|mark-(?!hypes)`)
    const catalogueNames = /mark-(?:streamers|streamer_follows|game_follows|group_follows)/g
    let before = await rowsOfFirst()
    for (const name of Object.keys(rules).filter((one) => rules[one] !== 'public')) {
      const operation = operations.find((one) => one.name === name)!
      const attempt = attemptOf(name)
      const { heard, text } = await reach(operation, attempt)
      if (attempt.gets) await worker.drainQueue(Date.now())
      const after = await rowsOfFirst()
      const changed = Object.keys(after).filter((table) => `${before[table]}` !== `${after[table]}`)
      before = after
      const named = attempt.listsCatalogue ? text.replaceAll(catalogueNames, '') : text
      const said = attempt.listsMembers ? named.replaceAll(/"username":"[^"]*"/g, '') : named
      found[name] = { heard, changed, leaked: private_.exec(said)?.[0] }
      expected[name] = {
        heard: attempt.heard,
        changed: attempt.gets ?? [],
        leaked: undefined,
      }
    }
    expect(found).toEqual(expected)
  })

  test('is neither told to nor changed by a member through the calls of the panel', async () => {
    const before = await rowsOfFirst()
    for (const operation of panelCalls) {
      const { name, pathParameters } = operation
      for (const id of [first.pendingId, first.userId]) {
        const { heard } = await reach(operation, {
          params: pathParameters.map(() => id),
          heard: '',
        })
        expect([name, heard]).toEqual([name, '403 forbidden'])
      }
    }
    expect(await rowsOfFirst()).toEqual(before)
  })

  test('is there to be reached for in every table', async () => {
    const rows = await rowsOfFirst()
    expect(Object.keys(rows).filter((table) => rows[table]?.length === 0)).toEqual([])
  })

  test('is not reached by a link out of another member’s mail', async () => {
    const secret = worker.environment.vars['JWT_SECRET'] ?? ''
    const before = await rowsOfFirst()
    const link = unsubscribeToken(secret, other.userId, 'reminder')
    const forged = link.replace(/^\d+/, String(first.userId))
    for (const [token, status] of [
      [forged, 404],
      [link, 200],
    ] as const) {
      const answer = await worker.fetch(`/unsubscribe/${token}`, {
        method: 'POST',
        headers: { Cookie: `access_token=${first.token}` },
      })
      expect(answer.status).toBe(status)
    }
    expect(await rowsOfFirst()).toEqual(before)
  })
})
