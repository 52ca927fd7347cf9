import type { ScheduleImportField } from '#worker/features/events/fields.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { EventInput } from '#worker/features/moderation/proposals/contract.ts'
import { sha256 } from '#worker/auth/crypto.ts'

export type FingerprintedFields = Pick<
  EventInput,
  Exclude<ScheduleImportField, 'streaming_account_name'>
>

/** A channel that goes by a new name is the same, and its page proves the same. */
function normalizeProofUrl({ platform, proof_url: proof }: FingerprintedFields): string | null {
  if (!proof) return null
  const page = platforms[platform].watchUrl('')
  return proof.startsWith(page) && !/[/?#]/.test(proof.slice(page.length)) ? null : proof
}

/** Stored with imported events: another order or field here makes all of them look changed. */
export function computeFingerprint(facts: FingerprintedFields): string {
  const compared: Record<keyof FingerprintedFields, unknown> = {
    name: facts.name,
    description: facts.description,
    start: facts.start,
    end: facts.end,
    timezone: facts.timezone,
    time_certainty: facts.time_certainty,
    language: facts.language,
    platform: facts.platform,
    category: facts.category,
    proof_url: normalizeProofUrl(facts),
  }
  return sha256(JSON.stringify(Object.values(compared)))
}
