import { platforms } from '#worker/contracts/platforms.ts'
import type { EventInput } from '#worker/features/moderation/proposals/contract.ts'
import { sha256 } from '#worker/auth/crypto.ts'

/** The facts that an import writes, and that a person may have changed since. */
export type Facts = Pick<
  EventInput,
  | 'name'
  | 'description'
  | 'start'
  | 'end'
  | 'timezone'
  | 'time_certainty'
  | 'language'
  | 'platform'
  | 'category'
  | 'proof_url'
>

/** A channel that goes by a new name is the same, and its page proves the same. */
function proofOf({ platform, proof_url: proof }: Facts): string | null {
  const page = platforms[platform].watchUrl('')
  return proof.startsWith(page) && !/[/?#]/.test(proof.slice(page.length)) ? null : proof
}

export function fingerprintOf(facts: Facts): string {
  return sha256(
    JSON.stringify([
      facts.name,
      facts.description,
      facts.start,
      facts.end,
      facts.timezone,
      facts.time_certainty,
      facts.language,
      facts.platform,
      facts.category,
      proofOf(facts),
    ]),
  )
}
