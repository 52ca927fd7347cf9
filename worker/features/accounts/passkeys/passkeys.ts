import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { PasskeyId, SessionId, UserId } from '#worker/contracts/ids.ts'
import type { ResultOf, Results } from '#worker/db/client.ts'
import { booleanSql, instantSql } from '#worker/db/row.ts'
import { identities, passkeys, sessions, users } from '#worker/db/schema/accounts.ts'
import { recoveryCodes } from '#worker/db/schema/recovery-codes.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange, remove, update } from '#worker/db/writes.ts'
import { sendAccountMail, sendSignInChangeMail } from '#worker/features/accounts/account-mail.ts'
import {
  assertReauthenticated,
  reauthenticationTimeOf,
} from '#worker/features/accounts/reauthentication.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { AppError } from '#worker/api/errors.ts'
import type { PasskeysView } from './contract.ts'

type MemberSession = { userId: UserId; sessionId: SessionId }

const selectList = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    {
      id: passkeys.id,
      name: passkeys.name,
      created_at: instantSql(passkeys.createdAt),
      last_used_at: instantSql(passkeys.lastUsedAt),
    },
    sql`from ${passkeys} where ${passkeys.userId} = ${userId} order by ${passkeys.id}`,
  ),
)

export const selectPasskeyState = prepare(({ userId, sessionId }: Params<MemberSession>) =>
  selectFirst(
    {
      username: users.username,
      isStaff: booleanSql(sql`${users.role} <> 'member'`),
      isEmailUnverified: booleanSql(
        sql`${users.email} is not null and ${users.emailVerifiedAt} is null`,
      ),
      isUsed: booleanSql(sql`exists (select 1 from ${sessions}
          where ${sessions.id} = ${sessionId} and ${sessions.passkeyAt} is not null)`),
      codesLeft: sql<number>`(select count(*) from ${recoveryCodes}
          where ${recoveryCodes.userId} = ${users.id} and ${recoveryCodes.usedAt} is null)`,
      reauthenticatedAt: reauthenticationTimeOf(sessionId),
    },
    sql`from ${users} where ${users.id} = ${userId}`,
  ),
)
export type PasskeyState = ResultOf<ReturnType<typeof selectPasskeyState>>

export function selectPasskeys(member: MemberSession) {
  return { items: selectList(member), state: selectPasskeyState(member) }
}
type OwnPasskeys = Results<ReturnType<typeof selectPasskeys>>

export function toPasskeys({ config }: Ctx, { items, state }: OwnPasskeys): PasskeysView {
  const isStaff = state?.isStaff ?? false
  return {
    items,
    staff: {
      is_required: isStaff && config.STAFF_PASSKEYS === 'required',
      is_used: state?.isUsed ?? false,
      recovery_codes_left: isStaff ? (state?.codesLeft ?? 0) : null,
    },
  }
}

export async function listPasskeys(ctx: Ctx<Member>): Promise<PasskeysView> {
  return toPasskeys(ctx, await read(ctx, selectPasskeys(ctx.actor)))
}

/** A thief of the password alone must neither replace the passkeys of staff nor make the first. */
export function mayChangePasskeys({ config, actor }: Ctx<Member>): SQL {
  const { userId, sessionId } = actor
  return sql`(${config.STAFF_PASSKEYS} = 'offered'
    or not exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.role} <> 'member')
    or exists (select 1 from ${sessions} where ${sessions.id} = ${sessionId}
      and ${sessions.passkeyAt} is not null))`
}

function assertStaffPasskeyProof({ config }: Ctx<Member>, state: PasskeyState): void {
  const isRequired = config.STAFF_PASSKEYS === 'required' && state?.isStaff
  if (isRequired && !state.isUsed) throw new AppError('forbidden', 'passkey_required')
}

/** @throws AppError `sign_in_again`, `passkey_required` */
export function assertMayChangePasskeys(ctx: Ctx<Member>, state: PasskeyState): void {
  assertReauthenticated(ctx, state?.reauthenticatedAt)
  assertStaffPasskeyProof(ctx, state)
}

/** @throws AppError `passkey_required`, `passkey_not_found` */
export async function renamePasskey(
  ctx: Ctx<Member>,
  id: PasskeyId,
  name: string,
): Promise<PasskeysView> {
  const { userId } = ctx.actor
  const { renamed, after } = await write(ctx, {
    renamed: update(
      passkeys,
      { name },
      {
        where: sql`${passkeys.id} = ${id} and ${passkeys.userId} = ${userId}
          and ${mayChangePasskeys(ctx)}`,
        returning: { id: passkeys.id },
      },
    ),
    after: selectPasskeys(ctx.actor),
  })
  if (renamed.length === 0) {
    assertStaffPasskeyProof(ctx, after.state)
    throw new AppError('not_found', 'passkey_not_found')
  }
  return toPasskeys(ctx, after)
}

const other = alias(passkeys, 'other')

function canSignInWithoutPasskey(id: PasskeyId, userId: UserId): SQL {
  return sql`(exists (select 1 from ${users} where ${users.id} = ${userId}
      and (${users.passwordHash} is not null or ${users.emailVerifiedAt} is not null))
    or exists (select 1 from ${identities} where ${identities.userId} = ${userId}
      and ${identities.provider} in ('google', 'twitch'))
    or exists (select 1 from ${other} where ${other.userId} = ${userId} and ${other.id} <> ${id}))`
}

/**
 * @throws AppError `sign_in_again`, `passkey_required`, `passkey_not_found`,
 *   `last_sign_in_method`
 */
export async function removePasskey(ctx: Ctx<Member>, id: PasskeyId): Promise<PasskeysView> {
  const { userId } = ctx.actor
  const stored = await read(ctx, selectPasskeys(ctx.actor))
  assertMayChangePasskeys(ctx, stored.state)
  if (!stored.items.some((row) => row.id === id))
    throw new AppError('not_found', 'passkey_not_found')
  const removal = remove(passkeys, {
    where: sql`${passkeys.id} = ${id} and ${passkeys.userId} = ${userId}
      and ${canSignInWithoutPasskey(id, userId)} and ${mayChangePasskeys(ctx)}`,
  })
  const { removed, after } = await write(ctx, {
    removed: afterChange(removal, {
      event: insertSecurityEvent(ctx, {
        kind: 'sign_in_method_removed',
        userId,
        detail: 'passkey',
      }),
      mail: sendSignInChangeMail(ctx, `passkey:${id}:removed`, 'passkey_removed'),
    }),
    after: selectPasskeys(ctx.actor),
  })
  if (!removed.hasChanged) throw new AppError('conflict', 'last_sign_in_method')
  await sendAccountMail(ctx, removed.mail)
  return toPasskeys(ctx, after)
}
