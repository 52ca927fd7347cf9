import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Admin, Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Query, SendQueries } from '#worker/db/hrana.ts'
import { AppError } from '#worker/api/errors.ts'
import { planOf } from '#tests/support/drivers/query-plans.ts'
import { changeMemberScopes, changeMemberState, deleteMember } from './change-members.ts'
import { MembersQuery } from './contract.ts'
import { getMember } from './member-history.ts'
import { listMembers } from './member-list.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

const now = Date.UTC(2027, 2, 1, 12)

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())
beforeEach(() => database.query('delete from audit_entries'))

let names = 0
/** Somebody with a session. */
async function add(role: 'member' | 'moderator' | 'admin'): Promise<UserId> {
  names += 1
  const [user] = await database.query<{ id: UserId }>(`insert into users
    (username, username_key, role, created_at) values ('m${names}', 'm${names}', '${role}', 0)
    returning id`)
  if (!user) throw new Error('nobody was written')
  await database.query(`insert into sessions (id, user_id, created_at, last_used_at, expires_at)
    values (${user.id}, ${user.id}, 0, 0, ${now + 1})`)
  return user.id
}

type Hooks = {
  /** Runs once, after the act was found open and before it is written. */
  between?: () => Promise<unknown>
  onQueries?: (queries: readonly Query[]) => void
}

function ctxOf(userId: UserId, { between, onQueries }: Hooks = {}): Ctx<Admin> {
  const send: SendQueries = async (queries, mode) => {
    onQueries?.(queries)
    if (mode === 'write') {
      const run = between
      between = undefined
      await run?.()
    }
    return database.db.send(queries, mode)
  }
  return {
    db: Object.assign(Object.create(database.db) as typeof database.db, { send }),
    now,
    actor: { kind: 'member', userId, sessionId: userId, requires: 'member' },
    config: { JWT_SECRET: 'a secret' },
    media: { list: () => Promise.resolve({ objects: [], truncated: false }) },
    send: () => Promise.resolve(),
  } as unknown as Ctx<Admin>
}

function codeOf(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
}

async function factsOf(id: UserId) {
  const [user] = await database.query<{ role: string; active: number }>(
    `select role, is_active as active from users where id = ${id}`,
  )
  return user ? `${user.role}${user.active ? '' : ', inactive'}` : 'gone'
}
const written = () => database.query(`select act, subject_id as id from audit_entries order by id`)

type Act = (ctx: Ctx<Admin>, id: UserId) => Promise<unknown>
/** With what the other one hears who does the same a moment later. */
const acts: Record<string, { run: Act; before: string; after: string; late: string }> = {
  'a demotion': {
    run: (ctx, id) => changeMemberScopes(ctx, id, { scopes: [], reason: null }),
    before: 'admin',
    after: 'member',
    late: 'member_changed',
  },
  'a deactivation': {
    run: (ctx, id) => changeMemberState(ctx, { id, act: 'deactivate', reasons }),
    before: 'admin',
    after: 'admin, inactive',
    late: 'account_inactive',
  },
  'a deletion': {
    run: (ctx, id) => deleteMember(ctx, id, reasons),
    before: 'admin',
    after: 'gone',
    late: 'session_ended',
  },
}

describe.each(Object.entries(acts))('%s', (_, { run, before, after, late }) => {
  test('of each other, by two admins at once, is done once: one always remains [ASVS 16.4.2, 16.4.3]', async () => {
    const [one, other] = [await add('admin'), await add('admin')]
    const early = () => run(ctxOf(other), one)
    expect(await codeOf(run(ctxOf(one, { between: early }), other))).toBe(late)
    expect([await factsOf(one), await factsOf(other)]).toEqual([after, before])
    expect(await written()).toHaveLength(1)
  })

  test('is not written for an admin who is none any more', async () => {
    const [admin, other] = [await add('admin'), await add('admin')]
    const between = () => database.query(`update users set role = 'moderator' where id = ${admin}`)
    expect(await codeOf(run(ctxOf(admin, { between }), other))).toBe('member_changed')
    expect(await factsOf(other)).toBe(before)
    expect(await written()).toEqual([])
  })

  test('asked for by two admins at once is written to the log once', async () => {
    const [one, two, target] = [await add('admin'), await add('admin'), await add('admin')]
    const early = () => run(ctxOf(two), target)
    const code = await codeOf(run(ctxOf(one, { between: early }), target))
    expect(code).toBe(after === 'gone' ? 'member_changed' : 'done')
    expect(await factsOf(target)).toBe(after)
    expect(await written()).toHaveLength(1)
  })
})

test('a moderator’s act misses who became a moderator at that moment', async () => {
  const [moderator, target] = [await add('moderator'), await add('member')]
  const between = () => database.query(`update users set role = 'moderator' where id = ${target}`)
  const ctx = ctxOf(moderator, { between })
  const act = changeMemberState(ctx, { id: target, act: 'deactivate', reasons })
  expect(await codeOf(act)).toBe('member_changed')
  expect(await factsOf(target)).toBe('moderator')
})

test('of two roles given at once the first stands', async () => {
  const [one, two, target] = [await add('admin'), await add('admin'), await add('member')]
  const give = (scopes: ('moderator' | 'admin')[], admin: UserId, hooks?: Hooks) =>
    changeMemberScopes(ctxOf(admin, hooks), target, { scopes, reason: null })
  const late = give(['moderator'], one, { between: () => give(['admin'], two) })
  expect(await codeOf(late)).toBe('member_changed')
  expect(await factsOf(target)).toBe('admin')
})

test('a deletion that is not done leaves all that the member has', async () => {
  const [admin, target] = [await add('admin'), await add('member')]
  await database.query(`insert into xp_entries (user_id, action, subject, points, at)
    values (${target}, 'hype', 'event:1', 5, 0)`)
  const between = () => database.query(`update users set is_active = 0 where id = ${admin}`)
  expect(await codeOf(deleteMember(ctxOf(admin, { between }), target, reasons))).toBe(
    'account_inactive',
  )
  const left = await database.query(`select 1 from xp_entries where user_id = ${target}
    union all select 1 from sessions where user_id = ${target}`)
  expect(left).toHaveLength(2)
})

/** The steps of every statement that a use case sends, and how many round trips it takes. */
async function plansOf(run: (ctx: Ctx<Admin>) => Promise<unknown>) {
  const trips: (readonly Query[])[] = []
  await run(ctxOf(await add('admin'), { onQueries: (queries) => trips.push(queries) }))
  const plans = await Promise.all(trips.flat().map((one) => planOf(database.db, one)))
  return { trips: trips.length, steps: plans.flat() }
}
const wholeTable = /^SCAN (?!u$|wanted$|\(|json_each|\S+ USING)/

describe('reading members', () => {
  test.each(['-created', 'created', 'username', '-username'])(
    'by %s counts up the shown rows alone and sorts no table',
    async (sort) => {
      const query = v.parse(MembersQuery, { sort })
      const { trips, steps } = await plansOf((ctx) => listMembers(ctx, query))
      expect(trips).toBe(1)
      expect(steps.filter((step) => wholeTable.test(step))).toEqual([])
      // The page's own rows, put in order once more.
      expect(steps.filter((step) => step.includes('TEMP B-TREE')).length).toBeLessThan(2)
    },
  )

  test('takes one batch, and every row of a history off an index', async () => {
    const id = await add('member')
    const { trips, steps } = await plansOf((ctx) => getMember(ctx, id))
    expect(trips).toBe(1)
    expect(steps.filter((step) => /^SCAN (?!a$|t$|json_each|\()/.test(step))).toEqual([])
  })
})
