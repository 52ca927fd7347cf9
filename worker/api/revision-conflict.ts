import type { RevisionConflict } from '#worker/contracts/errors.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { AppError } from './errors.ts'

type SavedRow = { savedBy: string | null; updatedAt: number; revision: number }

export function revisionConflictError({ savedBy, updatedAt, revision }: SavedRow): AppError {
  const details: RevisionConflict = { by: savedBy, at: toInstant(updatedAt), revision }
  return new AppError('conflict', 'changed_meanwhile', { details })
}
