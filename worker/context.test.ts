import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import {
  asContributor,
  assertSession,
  read,
  readAndRecordAttempt,
  write,
  type Actor,
  type Ctx,
  type Member,
} from './context.ts'
import type { SessionId, UserId } from './contracts/ids.ts'
import type { Config } from './env.ts'
import type { Database } from './db/client.ts'
import { sessions } from './db/schema/accounts.ts'
import { createCommand, existing, queryRows } from './db/statement.ts'
import { update } from './db/writes.ts'

const now = Date.UTC(2027, 0, 1)
const ids = { userId: 1 as UserId, sessionId: 7 as SessionId }

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
  await database.query('create table notes (text text unique)')
  await database.query(`insert into users (id, username, username_key, created_at)
    values (1, 'ana', 'ana', 0)`)
})
afterAll(() => database.remove())

beforeEach(async () => {
  await database.query('delete from notes')
  await database.query('delete from sessions')
  await database.query(`insert into sessions (id, user_id, created_at, last_used_at, expires_at)
    values (7, 1, 0, 0, ${now + 1})`)
  await database.query(`update users set role = 'member', is_active = 1, is_soft_banned = 0`)
})

let trips = 0
let staffPasskeys: Config['STAFF_PASSKEYS'] = 'offered'
function ctxOf(actor: Actor): Ctx {
  const send: Database['send'] = (queries, mode) => {
    trips += 1
    return database.db.send(queries, mode)
  }
  const db = Object.assign(Object.create(database.db) as Database, { send })
  return { db, now, actor, config: { STAFF_PASSKEYS: staffPasskeys } } as unknown as Ctx
}

function memberCtx(requires: Member['requires'] = 'member'): Ctx<Member> {
  return ctxOf({ kind: 'member', ...ids, requires }) as Ctx<Member>
}

const add = (text: string) =>
  queryRows({ text: sql<string>`text` }, sql`insert into notes values (${text}) returning text`)
const missing = existing(queryRows({}, sql`select 1 where false`), 'deal_not_found')
const notes = () => database.query('select text from notes')

type Level = Member['requires']
const refused: [what: string, level: Level, fact: string, code: string, status: number][] = [
  ['revoked', 'member', 'update sessions set revoked_at = 1', 'session_ended', 401],
  ['expired', 'member', `update sessions set expires_at = ${now}`, 'session_ended', 401],
  ['forgotten', 'member', 'delete from sessions', 'session_ended', 401],
  ['another’s', 'member', 'update sessions set id = 8', 'session_ended', 401],
  ['of an inactive account', 'member', 'update users set is_active = 0', 'account_inactive', 401],
  ['of no moderator', 'moderator', 'select 1', 'forbidden', 403],
  ['of no admin', 'admin', `update users set role = 'moderator'`, 'forbidden', 403],
  [
    'of a restricted member',
    'contributor',
    'update users set is_soft_banned = 1',
    'account_restricted',
    403,
  ],
]

describe.each(refused)('a session that is %s', (_, level, fact, code, status) => {
  beforeEach(() => database.query(fact))

  test('writes nothing of a batch and hears why, in one round trip', async () => {
    const ctx = memberCtx(level)
    trips = 0
    const writing = write(ctx, [add('one'), add('two')])
    await expect(writing).rejects.toMatchObject({ code, status })
    expect([await notes(), trips]).toEqual([[], 1])
  })

  test('reads nothing either', async () => {
    const ctx = memberCtx(level)
    await expect(read(ctx, [createCommand(sql`select 1`)])).rejects.toMatchObject({ code, status })
    await expect(assertSession(ctx)).rejects.toMatchObject({ code, status })
  })

  test('hears why before what is not found', async () => {
    const ctx = memberCtx(level)
    await expect(read(ctx, [missing])).rejects.toMatchObject({ code, status })
    await expect(write(ctx, [missing])).rejects.toMatchObject({ code, status })
  })

  test('counts a try all the same', async () => {
    const ctx = memberCtx(level)
    await expect(readAndRecordAttempt(ctx, [add('a try')])).rejects.toMatchObject({ code })
    expect(await notes()).toEqual([{ text: 'a try' }])
  })
})

describe('a session of staff where passkeys are required', () => {
  beforeAll(() => {
    staffPasskeys = 'required'
  })
  afterAll(() => {
    staffPasskeys = 'offered'
  })
  beforeEach(() => database.query(`update users set role = 'admin'`))

  test.each<Level>(['moderator', 'admin'])(
    'reads as %s and writes nothing before the passkey',
    async (level) => {
      const ctx = memberCtx(level)
      await read(ctx, [createCommand(sql`select 1`)])
      const refusal = { code: 'passkey_required', status: 403 }
      await expect(write(ctx, [add('one')])).rejects.toMatchObject(refusal)
      expect(await notes()).toEqual([])
      await database.query('update sessions set passkey_at = 1')
      await write(ctx, [add('two')])
      expect(await notes()).toEqual([{ text: 'two' }])
    },
  )

  test('writes as a member without it', async () => {
    await write(memberCtx(), [add('own')])
    expect(await notes()).toHaveLength(1)
  })
})

describe('a write that needs a confirmation', () => {
  const confirmedCtx = () =>
    ctxOf({ kind: 'member', ...ids, requires: 'member', isReauthenticationRequired: true })
  const tenMinutes = 600_000

  test.each(['created_at', 'confirmed_at'])('stands ten minutes from %s', async (column) => {
    await database.query(`update sessions set ${column} = ${now - tenMinutes}`)
    await write(confirmedCtx(), [add('in time')])
    await database.query(`update sessions set ${column} = ${now - tenMinutes - 1}`)
    const refusal = { code: 'sign_in_again', status: 403 }
    await expect(write(confirmedCtx(), [add('late')])).rejects.toMatchObject(refusal)
    await read(confirmedCtx(), [createCommand(sql`select 1`)])
    expect(await notes()).toEqual([{ text: 'in time' }])
  })
})

describe('a session that stands', () => {
  test.each<[role: string, level: Level]>([
    ['member', 'member'],
    ['member', 'contributor'],
    ['moderator', 'moderator'],
    ['admin', 'moderator'],
    ['admin', 'admin'],
  ])('of a %s writes what %s is needed for, in one round trip', async (role, level) => {
    await database.query(`update users set role = '${role}'`)
    const ctx = memberCtx(level)
    trips = 0
    const [one, two] = await write(ctx, [add('one'), add('two')])
    expect([one, two, trips]).toEqual([[{ text: 'one' }], [{ text: 'two' }], 1])
  })

  test('writes as a restricted member what is open to all', async () => {
    await database.query('update users set is_soft_banned = 1')
    const ctx = memberCtx()
    await write(ctx, [add('open')])
    expect(await notes()).toHaveLength(1)
  })

  test('hears what is not found, after what is written beside it', async () => {
    const refusal = { code: 'deal_not_found', status: 404 }
    await expect(read(memberCtx(), [missing])).rejects.toMatchObject(refusal)
    await expect(write(memberCtx(), [add('kept'), missing])).rejects.toMatchObject(refusal)
    expect(await notes()).toEqual([{ text: 'kept' }])
  })

  test('may end itself by what it writes', async () => {
    const ctx = memberCtx()
    await write(ctx, [update(sessions, { revokedAt: 1 }, { where: sql`true` }), add('bye')])
    expect(await notes()).toHaveLength(1)
  })

  test('is no reason for the failure of another statement', async () => {
    const ctx = memberCtx()
    const writing = write(ctx, [add('same'), add('same')])
    await expect(writing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 3 })
    expect(await notes()).toEqual([])
  })
})

test('a member who was found unrestricted is held to that by the write that follows', async () => {
  const ctx = asContributor(memberCtx(), { isSoftBanned: false })
  await database.query('update users set is_soft_banned = 1')
  const writing = write(ctx, [add('late')])
  await expect(writing).rejects.toMatchObject({ code: 'account_restricted' })
  expect(await notes()).toEqual([])
})

test.each(['visitor', 'system'] as const)('a %s writes without a session', async (kind) => {
  const ctx = ctxOf({ kind })
  await write(ctx, [add('free')])
  expect(await notes()).toHaveLength(1)
})
