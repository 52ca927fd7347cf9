import type { EventInput } from '#worker/features/proposals/contract.ts'
import { sha256 } from '#worker/platform/crypto.ts'

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
  | 'streaming_account_name'
  | 'category'
  | 'proof_url'
>

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
      facts.streaming_account_name,
      facts.category,
      facts.proof_url,
    ]),
  )
}
