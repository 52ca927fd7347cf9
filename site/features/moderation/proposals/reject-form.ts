import * as v from 'valibot'
import { api, ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { EventId } from '#worker/contracts/ids.ts'
import { RejectInput, type RejectionCode } from '#worker/features/moderation/proposals/contract.ts'

/** The choice of an event that is not among the similar ones. */
export const otherEventOption = 'other'

export type RejectValues = {
  reason_code: RejectionCode | ''
  reason: string
  /** The id of a similar event, `otherEventOption`, or empty. */
  duplicate_of: string
  original_url: string
}
export const emptyRejectValues: RejectValues = {
  reason_code: '',
  reason: '',
  duplicate_of: '',
  original_url: '',
}

/** An empty field is no reason. */
export function toRejectionReason({
  reason_code,
  reason,
}: Pick<RejectValues, 'reason_code' | 'reason'>) {
  return { reason_code: reason_code || null, reason: reason.trim() || null }
}
export const RejectForm = v.pipe(
  v.object({
    // Null while no choice of the list is made.
    reason_code: v.nullable(v.string()),
    reason: v.pipe(v.string(), v.trim(), v.maxLength(500)),
    duplicate_of: v.string(),
    original_url: v.string(),
  }),
  v.forward(
    v.check(
      (values) => v.is(RejectInput, toRejectionReason(values as RejectValues)),
      'reason_required',
    ),
    ['reason_code'],
  ),
)

/** The slug in an address of this site, with or without its host and language. */
export function parseEventSlug(url: string): string | undefined {
  return /(?:^|\/)events\/([a-z0-9-]+)\/?(?:[?#]|$)/.exec(url.trim())?.[1]
}

function createUnknownOriginalError(): ApiError {
  const msg = m.proposals_original_unknown()
  return new ApiError({ status: 422, msg, details: [{ path: 'original_url', msg }] })
}

/** @throws ApiError about `original_url` where no event has this address. */
export async function findOriginalEventId({
  duplicate_of,
  original_url,
}: RejectValues): Promise<EventId | null> {
  if (duplicate_of === '') return null
  if (duplicate_of !== otherEventOption) return v.parse(EventId, Number(duplicate_of))
  const slug = parseEventSlug(original_url)
  if (slug === undefined) throw createUnknownOriginalError()
  try {
    const { id } = await api.get('events/:event', { params: { event: slug } })
    return v.parse(EventId, id)
  } catch (error) {
    throw error instanceof ApiError && error.status === 404 ? createUnknownOriginalError() : error
  }
}
