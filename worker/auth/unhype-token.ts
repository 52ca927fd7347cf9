import type { EventId, UserId } from '#worker/contracts/ids.ts'
import type { Ctx } from '#worker/context.ts'
import { AppError } from '#worker/api/errors.ts'
import { hmacSha256 } from './crypto.ts'
import { listSigningSecrets } from './keys.ts'

type HypeKey = { userId: UserId; eventId: EventId }

/** Lets whoever got a reminder take back its hype without signing in. */
export function createUnhypeToken(secret: string, { userId, eventId }: HypeKey): string {
  return `${userId}-${eventId}-${hmacSha256(secret, `unhype:${userId}:${eventId}`)}`
}

/** @throws AppError `page_not_found` for a token that is none of ours. */
export function readUnhypeToken({ config }: Ctx, token: string): HypeKey {
  const [, user, event] = /^(\d{1,15})-(\d{1,15})-/.exec(token) ?? []
  const key = { userId: Number(user) as UserId, eventId: Number(event) as EventId }
  if (!listSigningSecrets(config).some((secret) => createUnhypeToken(secret, key) === token)) {
    throw new AppError('not_found', 'page_not_found')
  }
  return key
}
