import type { LocalDatabase } from '../local/database.ts'
import { signAccessToken } from '../worker/auth/tokens.ts'
import { listScopes } from '../worker/context.ts'
import type { SessionId, UserId } from '../worker/contracts/ids.ts'
import { day, scaleNow } from './scale.ts'

/** Access token of a new session. */
export async function signIn(db: LocalDatabase, secret: string, id: number): Promise<string> {
  const { rows } = await db.$client.execute({
    sql: `insert into sessions (user_id, created_at, last_used_at, expires_at)
      values (?1, ?2, ?2, ?2 + ?3) returning id,
        (select role from users where id = user_id) as role`,
    args: [id, scaleNow, day],
  })
  const [row] = rows
  const role = row?.['role'] === 'admin' ? 'admin' : 'member'
  const facts = {
    userId: id as UserId,
    sessionId: Number(row?.['id']) as SessionId,
    scopes: listScopes({ role, isStreamer: false }),
  }
  return signAccessToken(secret, scaleNow, facts)
}
