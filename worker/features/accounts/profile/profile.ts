import { sql } from 'drizzle-orm'
import { read, scopesOf, write, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows } from '#worker/db/client.ts'
import { isReservedUsername } from '#worker/features/accounts/contract.ts'
import { AppError, invalid } from '#worker/api/errors.ts'
import { ruleText } from '#worker/api/validation-texts.ts'
import type { MeInput, MeView } from './contract.ts'

type MeRow = {
  id: UserId
  username: string
  email: string | null
  emailVerifiedAt: number | null
  hasPassword: number
  avatarPath: string | null
  isSoftBanned: number
  role: 'member' | 'moderator' | 'admin'
  isStreamer: number
  createdAt: number
}

function selectMe({ db, actor }: Ctx<Member>) {
  return rows<MeRow>(
    db,
    sql`select id, username, email, email_verified_at as emailVerifiedAt,
        password_hash is not null as hasPassword, avatar_path as avatarPath,
        is_soft_banned as isSoftBanned, role,
        exists (select 1 from streamers where user_id = users.id) as isStreamer,
        created_at as createdAt
      from users where id = ${actor.userId}`,
  )
}

function toMe(row: MeRow | undefined): MeView {
  if (!row) throw new AppError('unauthenticated', 'session_ended')
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    is_email_verified: row.emailVerifiedAt !== null,
    has_password: Boolean(row.hasPassword),
    avatar_path: row.avatarPath,
    is_soft_banned: Boolean(row.isSoftBanned),
    scopes: scopesOf({ role: row.role, isStreamer: Boolean(row.isStreamer) }),
    member_since: toInstant(row.createdAt),
  }
}

export async function getMe(ctx: Ctx<Member>): Promise<MeView> {
  const [[row]] = await read(ctx, [selectMe(ctx)])
  return toMe(row)
}

/** Only what is named changes; a name is free when nobody else has it in any case of its letters. */
export async function updateMe(ctx: Ctx<Member>, { username }: MeInput): Promise<MeView> {
  if (username === undefined) return getMe(ctx)
  const [[before]] = await read(ctx, [selectMe(ctx)])
  const { userId } = ctx.actor
  const key = username.toLowerCase()
  if (isReservedUsername(username) && before?.username.toLowerCase() !== key) {
    throw invalid([{ path: 'username', msg: ruleText('reserved_username', ctx.locale) }])
  }
  const [renamed, [row]] = await write(ctx, [
    rows(
      ctx.db,
      sql`update users set username = ${username}, username_key = ${key} where id = ${userId}
        and not exists (select 1 from users other where other.username_key = ${key} and other.id <> ${userId})
        returning id`,
    ),
    selectMe(ctx),
  ])
  if (renamed.length === 0) throw new AppError('conflict', 'username_taken')
  return toMe(row)
}
