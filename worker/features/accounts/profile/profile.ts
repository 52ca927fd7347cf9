import { sql } from 'drizzle-orm'
import { read, listScopes, write, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'
import { isReservedUsername } from '#worker/contracts/reserved-names.ts'
import { memberScopeColumns } from '#worker/features/accounts/sessions.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import type { UpdateMeInput, MeView } from './contract.ts'

const meColumns = {
  ...memberScopeColumns,
  id: users.id,
  username: users.username,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  hasPassword: booleanSql(sql`${users.passwordHash} is not null`),
  avatarPath: users.avatarPath,
  isSoftBanned: users.isSoftBanned,
  createdAt: users.createdAt,
}
type MeRow = RowOf<typeof meColumns>

const selectMe = prepareMemberRow(meColumns)

function toMeView(row: MeRow | undefined): MeView {
  if (!row) throw new AppError('unauthenticated', 'session_ended')
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    is_email_verified: row.emailVerifiedAt !== null,
    has_password: row.hasPassword,
    avatar_path: row.avatarPath,
    is_soft_banned: row.isSoftBanned,
    scopes: listScopes(row),
    member_since: toInstant(row.createdAt),
  }
}

export async function getMe(ctx: Ctx<Member>): Promise<MeView> {
  const { me } = await read(ctx, { me: selectMe(ctx.actor) })
  return toMeView(me)
}

const other = alias(users, 'other')

type UsernameChange = { userId: UserId; username: string; key: string }

const rename = prepare(({ userId, username, key }: Params<UsernameChange>) =>
  update(
    users,
    { username, usernameKey: key },
    {
      where: sql`${users.id} = ${userId} and not exists (select 1 from ${other}
        where ${other.usernameKey} = ${key} and ${other.id} <> ${userId})`,
      returning: { id: users.id },
    },
  ),
)

/** A name is free when nobody else has it in any case of its letters. */
export async function updateMe(ctx: Ctx<Member>, { username }: UpdateMeInput): Promise<MeView> {
  if (username === undefined) return getMe(ctx)
  const { before } = await read(ctx, { before: selectMe(ctx.actor) })
  const { userId } = ctx.actor
  const key = username.toLowerCase()
  if (isReservedUsername(username) && before?.username.toLowerCase() !== key) {
    throw validationError([
      { path: 'username', msg: validationRuleText('reserved_username', ctx.locale) },
    ])
  }
  const { renamed, me } = await write(ctx, {
    renamed: rename({ userId, username, key }),
    me: selectMe(ctx.actor),
  })
  if (renamed.length === 0) throw new AppError('conflict', 'username_taken')
  return toMeView(me)
}
