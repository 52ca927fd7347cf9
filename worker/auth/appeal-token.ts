import type { Ctx } from '#worker/context.ts'
import type { AuditEntryId } from '#worker/contracts/ids.ts'
import { AppError } from '#worker/api/errors.ts'
import { hmacSha256 } from './crypto.ts'
import { listSigningSecrets } from './keys.ts'

/** Lets the person whom a decision concerns read and appeal it without signing in. */
export function createAppealToken(secret: string, entryId: number): string {
  return `${entryId}-${hmacSha256(secret, `appeal:${entryId}`)}`
}

/** @throws AppError `page_not_found` for a token that is none of ours. */
export function readAppealToken({ config }: Ctx, token: string): AuditEntryId {
  const id = Number(/^(\d{1,15})-/.exec(token)?.[1])
  if (!listSigningSecrets(config).some((secret) => createAppealToken(secret, id) === token)) {
    throw new AppError('not_found', 'page_not_found')
  }
  return id as AuditEntryId
}
