import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { createUnsubscribeToken } from '#worker/features/notifications/preferences/unsubscribe.ts'
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
import { personColumns, insertFullMember } from '#tests/support/factories/full-member.ts'
import { ownershipRules, type Attempt, type First } from '#tests/support/tables/ownership-rules.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

/** A call for members, or one that names something: by its path, or by a token it is given. */
function needsRule({ access, pathParameters, queryParameters, body }: Operation): boolean {
  const fields = Object.keys((body?.schema['properties'] as object | undefined) ?? {})
  const isGivenToken = [...queryParameters.map(({ name }) => name), ...fields].some((name) =>
    /(^|_)token$/.test(name),
  )
  return access !== 'visitor' || pathParameters.length > 0 || isGivenToken
}
let operations: Operation[]
/** The team's calls: never for members, whoever's it is. */
let panelCalls: Operation[]
let first: First
let other: Member
let owned: { table: string; where: string }[]

test.beforeAll(async () => {
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
    ownedThrough('participation_answers', 'streamer_id', 'streamers', 'user_id'),
    ownedThrough('event_participants', 'event_id', 'events', 'proposer_id'),
  ]
})

function ownedThrough(table: string, key: string, parent: string, owner: string) {
  return { table, where: `${key} in (select id from ${parent} where ${owner} = ?)` }
}

async function placeFirst(): Promise<First> {
  const full = await insertFullMember(worker)
  const { userId, streamerId, pendingId } = full
  const [event] = await worker.sql<{ slug: string }>`select slug from events where id =
    ${pendingId}`
  const [notice] = await worker.sql<{ id: number }>`insert into deliveries (key, user_id, channel,
    kind, payload, status, next_at, created_at)
    values ('leaked', ${userId}, 'in_app', 'level_up', '{"level":2}', 'sent', 0, 0) returning id`
  await worker.sql`insert into notification_channels (user_id, kind, channel, is_enabled)
    values (${userId}, 'reminder', 'email', 1)`
  const [device] = await worker.sql<{ id: number }>`select id from push_subscriptions
    where user_id = ${userId}`
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
    await worker.sql`insert into identities (user_id, provider, provider_user_id, created_at)
      values (${other.userId}, ${provider}, 'other', 0)`
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

/** All rows of the first member, by table. */
async function rowsOfFirst(): Promise<Record<string, string[]>> {
  const statements = owned.map(({ table, where }) => ({
    sql: `select * from ${table} where ${where}`,
    args: [first.userId],
  }))
  const results = await worker.environment.db.$client.batch(statements, 'read')
  const found: Record<string, string[]> = {}
  owned.forEach(({ table }, index) => {
    const rows = (results[index]?.rows ?? []).map((row) => JSON.stringify(row))
    found[table] = [...(found[table] ?? []), ...rows].toSorted()
  })
  return found
}

function attemptOf(name: string): Attempt {
  const rule = ownershipRules[name]
  if (rule === undefined || rule === 'public') return { heard: '' }
  return typeof rule === 'function' ? rule(first) : rule
}

async function reach(operation: Operation, { params = [], query, body }: Attempt) {
  const values = params.map(String)
  const path = operation.path.slice(1).replace(/\{\w+\}/g, () => values.shift() ?? 'none')
  const answer = await worker.call(operation.method, query ? `${path}?${query}` : path, {
    // The holder of somebody's link or token need not be signed in.
    ...(operation.access === 'visitor' ? {} : { token: other.token }),
    ...(body === undefined || operation.method === 'GET' ? {} : { body }),
  })
  const { code } = (answer.body ?? {}) as Partial<ErrorEnvelope>
  return { heard: `${answer.status} ${code ?? ''}`.trim(), text: JSON.stringify(answer.body ?? '') }
}

/** Every call of the API, with all rows of a member read after each. */
const slow = { timeout: 60_000 }

describe('what is one member’s', () => {
  test('has a rule for every call that could reach it', () => {
    expect(Object.keys(ownershipRules).toSorted()).toEqual(
      operations.map(({ name }) => name).toSorted(),
    )
    for (const { name, access } of operations) {
      if (ownershipRules[name] === 'public') expect([name, access]).toEqual([name, 'visitor'])
    }
  })

  test(
    'is neither told to another member nor changed by any call of theirs [ASVS 8.2.2]',
    slow,
    async () => {
      const found: Record<string, unknown> = {}
      const expected: Record<string, unknown> = {}
      const private_ = new RegExp(`${first.username}|${first.email}|secret-|mark-(?!hypes)`)
      const catalogueNames = /mark-(?:streamers|streamer_follows|game_follows|group_follows)/g
      let before = await rowsOfFirst()
      for (const name of Object.keys(ownershipRules).filter(
        (one) => ownershipRules[one] !== 'public',
      )) {
        const operation = operations.find((one) => one.name === name)!
        const attempt = attemptOf(name)
        const { heard, text } = await reach(operation, attempt)
        if (attempt.gets) await worker.drainQueue(Date.now())
        const after = await rowsOfFirst()
        const changed = Object.keys(after).filter(
          (table) => `${before[table]}` !== `${after[table]}`,
        )
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
    },
  )

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

  test('is not reached by a link out of another member’s mail [ASVS 8.2.2]', async () => {
    const secret = worker.environment.vars['JWT_SECRET'] ?? ''
    const before = await rowsOfFirst()
    const link = createUnsubscribeToken(secret, other.userId, 'reminder')
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
