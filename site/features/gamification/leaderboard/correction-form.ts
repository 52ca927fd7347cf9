import * as v from 'valibot'
import { XpCorrectionInput } from '#worker/features/gamification/leaderboard/contract.ts'

const { points, reason } = XpCorrectionInput.entries

export const CorrectionForm = v.object({
  points: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^-?\d+$/, 'whole_points'),
    v.transform(Number),
    points,
  ),
  reason,
})
export type CorrectionValues = v.InferInput<typeof CorrectionForm>

/** One key while the input stays the same: trying again after a lost answer adds nothing. */
export function createIdempotencyKeyProvider(newKey: () => string = () => crypto.randomUUID()) {
  let sent = ''
  let key = ''
  return function keyFor(input: XpCorrectionInput): string {
    const text = JSON.stringify([input.points, input.reason])
    if (text !== sent) key = newKey()
    sent = text
    return key
  }
}
