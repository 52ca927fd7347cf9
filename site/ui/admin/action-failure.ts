import * as v from 'valibot'
import { ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { RevisionConflict } from '#worker/contracts/errors.ts'

function isRequestRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

export function formatActionFailure(what: string, error: unknown): string {
  return `${what} ${isRequestRefusal(error) ? error.msg : m.admin_try_again()}`
}

/** For forms, which show refusals beside their fields: any other failure names the action. */
export async function withFailureMessage<Answer>(
  what: string,
  call: Promise<Answer>,
): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (isRequestRefusal(error)) throw error
    throw new ApiError({ status: 503, code: 'failed', msg: formatActionFailure(what, error) })
  }
}

/** Undefined for any other failure. */
export function toRevisionConflict(error: unknown): RevisionConflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined
  const parsed = v.safeParse(RevisionConflict, error.details)
  return parsed.success ? parsed.output : undefined
}
