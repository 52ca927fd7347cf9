import * as v from 'valibot'
import { ApiError } from '#site/lib/api.ts'
import { RevisionConflict } from '#worker/contracts/errors.ts'

/** Who saved meanwhile and when; undefined for any other failure. */
export function conflictIn(error: unknown): RevisionConflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined
  const parsed = v.safeParse(RevisionConflict, error.details)
  return parsed.success ? parsed.output : undefined
}
