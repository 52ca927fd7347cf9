import { sql } from 'drizzle-orm'
import { scopesOf } from '#worker/context.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import { batch, rows } from '#worker/db/client.ts'
import { signAccessToken } from '#worker/auth/tokens.ts'
import type { Answer, CallOptions, TestWorker } from '#tests/support/drivers/worker.ts'

type Role = 'member' | 'moderator' | 'admin'

export type MemberFacts = {
  role?: Role
  language?: 'en' | 'es' | 'fr'
  isVerified?: boolean
  isSoftBanned?: boolean
  isActive?: boolean
  /** Added to the 50 that everybody starts with. */
  trust?: number
}

export type Member = {
  userId: UserId
  sessionId: SessionId
  username: string
  email: string
  role: Role
  /** Good for the next quarter of an hour of the wall clock. */
  token: string
}

const far = Date.UTC(2099, 0)
let count = 0

/** A member with a session, written to the database: for tests that are not about signing in. */
export async function insertMember(
  worker: Pick<TestWorker, 'environment'>,
  facts: MemberFacts = {},
): Promise<Member> {
  const { role = 'member', language = 'en', isVerified = true, isActive = true } = facts
  const { db } = worker.environment
  count += 1
  const username = `placed-${process.pid}-${count}`
  const email = `${username}@example.com`
  const now = Date.now()
  const [[user], [session]] = await batch(db, 'write', [
    rows<{ id: UserId }>(
      db,
      sql`insert into users (username, username_key, email, email_key, email_verified_at, role,
          is_active, is_soft_banned, interface_language, created_at)
        values (${username}, ${username}, ${email}, ${email}, ${isVerified ? now : null}, ${role},
          ${Number(isActive)}, ${Number(facts.isSoftBanned ?? false)}, ${language}, ${now})
        returning id`,
    ),
    rows<{ id: SessionId }>(
      db,
      sql`insert into sessions (user_id, created_at, last_used_at, expires_at)
        values (last_insert_rowid(), ${now}, ${now}, ${far}) returning id`,
    ),
    rows(
      db,
      sql`insert into trust_entries (user_id, action, subject, delta, at)
        select id, 'granted', 'test', ${facts.trust ?? 0}, ${now} from users
        where username_key = ${username}`,
    ),
  ])
  if (!user || !session) throw new Error('the member was not written')
  const member = { userId: user.id, sessionId: session.id, username, email, role }
  return { ...member, token: await tokenOf(worker, member, now) }
}

/** The member's access token as issued at an instant. */
export function tokenOf(
  worker: Pick<TestWorker, 'environment'>,
  { userId, sessionId, role }: Pick<Member, 'userId' | 'sessionId' | 'role'>,
  now: number,
): Promise<string> {
  const scopes = scopesOf({ role, isStreamer: false })
  return signAccessToken(worker.environment.vars['JWT_SECRET'] ?? '', now, {
    userId,
    sessionId,
    scopes,
  })
}

/** A call with the member's own access token, as issued at the call's clock. */
export async function callAs<Body = ErrorEnvelope>(
  worker: Pick<TestWorker, 'environment' | 'call'>,
  member: Pick<Member, 'userId' | 'sessionId' | 'role'>,
  method: string,
  path: string,
  options: Omit<CallOptions, 'token'> = {},
): Promise<Answer<Body>> {
  const token = await tokenOf(worker, member, options.now ?? Date.now())
  return worker.call<Body>(method, path, { ...options, token })
}

/** An access token as a login at that instant would give, without the quarter of a second that a password costs. */
export async function tokenFor(
  worker: Pick<TestWorker, 'environment'>,
  username: string,
  now: number = Date.now(),
): Promise<string> {
  const { db } = worker.environment
  const [[session]] = await batch(db, 'write', [
    rows<{ sessionId: SessionId; userId: UserId; role: Role }>(
      db,
      sql`insert into sessions (user_id, created_at, last_used_at, expires_at)
        select id, ${now}, ${now}, ${far} from users where username_key = ${username.toLowerCase()}
        returning id as sessionId, user_id as userId,
          (select role from users u where u.id = user_id) as role`,
    ),
  ])
  if (!session) throw new Error(`there is no ${username}`)
  return tokenOf(worker, session, now)
}

/** Rows of the test's database. */
export async function query<Row>(
  worker: Pick<TestWorker, 'environment'>,
  text: string,
  ...args: (string | number | null)[]
): Promise<Row[]> {
  const { rows: found, columns } = await worker.environment.db.$client.execute({ sql: text, args })
  return found.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index]])),
  ) as Row[]
}

/** The XP of a member. */
export async function xpOf(
  worker: Pick<TestWorker, 'environment'>,
  { userId }: Pick<Member, 'userId'>,
): Promise<number | undefined> {
  const text = 'select total_xp as xp from users where id = ?'
  const [row] = await query<{ xp: number }>(worker, text, userId)
  return row?.xp
}

/** XP from before the test. */
export async function grantXp(
  worker: Pick<TestWorker, 'environment'>,
  { userId }: Pick<Member, 'userId'>,
  points: number,
): Promise<void> {
  const text = `insert into xp_entries (user_id, action, subject, points, at)
    values (?, 'granted', 'x', ?, 0)`
  await query(worker, text, userId, points)
}
