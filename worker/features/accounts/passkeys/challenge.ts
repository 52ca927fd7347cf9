import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { UserId } from '#worker/contracts/ids.ts'
import type { Config } from '#worker/env.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt, encrypt, randomToken } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'

export const challengeLifetimeSeconds = 600

const Challenge = v.object({
  challenge: v.string(),
  /** Member who may add a passkey by it; null: any passkey may answer. */
  addedBy: v.nullable(UserId),
  at: v.number(),
})
export type Challenge = v.InferOutput<typeof Challenge>

export function relyingParty({ SITE_URL }: Pick<Config, 'SITE_URL'>): {
  id: string
  origin: string
} {
  const { hostname, origin } = new URL(SITE_URL)
  return { id: hostname, origin }
}

export function encodeUserHandle(userId: UserId): string {
  return encodeBase64urlNoPadding(new TextEncoder().encode(String(userId)))
}

export function createChallenge(
  { now, config }: Ctx,
  addedBy: UserId | null = null,
): { challenge: string; encrypted: string } {
  const challenge = randomToken()
  const challengeContent: Challenge = { challenge, addedBy, at: now }
  return { challenge, encrypted: encrypt(config.ENCRYPTION_KEY, JSON.stringify(challengeContent)) }
}

/** @throws AppError `passkey_challenge_expired` when it came from elsewhere or too long ago */
export function decryptChallenge(
  { now, config }: Ctx,
  encrypted: string | undefined,
  addedBy: UserId | null = null,
): Challenge {
  const challengeContent = tryDecryptChallenge(config, encrypted)
  const isValid =
    challengeContent?.addedBy === addedBy &&
    now - challengeContent.at <= challengeLifetimeSeconds * 1000
  if (!isValid) throw new AppError('invalid', 'passkey_challenge_expired')
  return challengeContent
}

function tryDecryptChallenge(config: Config, encrypted: string | undefined): Challenge | undefined {
  try {
    return v.parse(Challenge, JSON.parse(decrypt(listEncryptionKeys(config), encrypted ?? '')))
  } catch {
    return undefined
  }
}
