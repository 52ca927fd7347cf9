import { write, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { createInactiveAccountError } from '#worker/auth/inactive-account.ts'
import type { SecurityEventDetail } from '#worker/features/operations/security-log/contract.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'

type Refusal = { userId: UserId | null; detail: SecurityEventDetail }

export async function recordRefusedSignIn(
  ctx: Ctx,
  { address }: ClientInfo,
  refusal: Refusal,
): Promise<void> {
  await write(ctx, [insertSecurityEvent(ctx, { kind: 'sign_in_refused', address, ...refusal })])
}

type ProvedAccount = { userId: UserId; isActive: boolean; deactivationId: number | null }

/** For somebody who proved to be the owner. @throws AppError `account_inactive` */
export async function assertActiveAccount(
  ctx: Ctx,
  client: ClientInfo,
  { userId, isActive, deactivationId }: ProvedAccount,
): Promise<void> {
  if (isActive) return
  await recordRefusedSignIn(ctx, client, { userId, detail: 'account_inactive' })
  throw createInactiveAccountError(ctx, deactivationId)
}
