import * as v from 'valibot'
import { Category, Platform } from '#worker/contracts/enumerations.ts'
import { EventId, GameId, StreamerId } from '#worker/contracts/ids.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import {
  AccountName,
  PaidBy,
  singleLineText,
  StreamingAccountText,
  text,
  WebUrl,
} from '#worker/contracts/text.ts'
import { Instant, InstantInput, TimeZone } from '#worker/contracts/time.ts'
import { EventStatus, EventView, TimeCertainty } from '#worker/features/events/contract.ts'
import { cancelReasonsEntries, hasNeededFacts } from '#worker/contracts/decision-reasons.ts'
import { PicturePath } from '#worker/features/media/uploads/contract.ts'

export const RejectionCode = v.picklist([
  'duplicate',
  'not_special',
  'no_proof',
  'wrong_details',
  'spam',
  'other',
])
export type RejectionCode = v.InferOutput<typeof RejectionCode>

export const SimilarEvent = v.object({
  id: v.number(),
  /** With the name withheld from members while it is somebody else's and not public. */
  slug: v.nullable(v.string()),
  name: v.nullable(v.string()),
  start: Instant,
  status: EventStatus,
  platform: Platform,
  streaming_account_name: v.nullable(v.string()),
  channel_name: v.nullable(v.string()),
  /** On the same channel or called much alike: more than a shared participant. */
  is_probable: v.boolean(),
})
export type SimilarEvent = v.InferOutput<typeof SimilarEvent>

export const EventAction = v.picklist([
  'approve',
  'review',
  'cancel_approval',
  'reject',
  'reset',
  'disable',
  'enable',
  'cancel',
  'edit',
  'withdraw',
])
export type EventAction = v.InferOutput<typeof EventAction>

export const Decision = v.object({
  /** Null where the system decided, or a member who left; the proposer does not see who. */
  by: v.nullable(v.string()),
  at: Instant,
  act: EventAction,
})
export type Decision = v.InferOutput<typeof Decision>

export const ProposerView = v.object({
  id: v.number(),
  username: v.string(),
  trust: v.number(),
  is_email_verified: v.boolean(),
  is_active: v.boolean(),
  is_soft_banned: v.boolean(),
  member_since: Instant,
  pending: v.number(),
  approved: v.number(),
  rejected: v.number(),
  rejected_as_spam: v.number(),
  recent: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      status: EventStatus,
      start: Instant,
      rejection_code: v.nullable(RejectionCode),
    }),
  ),
})
export type ProposerView = v.InferOutput<typeof ProposerView>

export const OriginalEvent = v.object({
  id: v.number(),
  /** Null where the reader may not see it: it is not public. */
  name: v.nullable(v.string()),
  slug: v.nullable(v.string()),
})
export type OriginalEvent = v.InferOutput<typeof OriginalEvent>

const ProposalDate = v.object({
  id: v.number(),
  slug: v.string(),
  start: Instant,
  end: Instant,
  cancelled_at: v.nullable(Instant),
})

export const ProposalView = v.object({
  ...EventView.entries,
  moderator_note: v.nullable(v.string()),
  proposer: v.nullable(ProposerView),
  created_at: Instant,
  updated_at: Instant,
  approve_at: v.nullable(Instant),
  /** By the proposer: no moderator can bring it back. */
  withdrawn_at: v.nullable(Instant),
  decision: v.nullable(Decision),
  rejection: v.nullable(
    v.object({
      reason_code: v.nullable(RejectionCode),
      reason: v.nullable(v.string()),
      duplicate_of: v.nullable(OriginalEvent),
    }),
  ),
  similar: v.array(SimilarEvent),
  /** All dates of a weekly proposal, which are decided as one; empty for a single date. */
  dates: v.array(ProposalDate),
  /** If so, the proposer may change time, name and picture once it is approved. */
  is_on_own_channel: v.boolean(),
  /** By a moderator; null where it waits for that, or was published without. */
  reviewed_at: v.nullable(Instant),
  /** Their number where so many follow that the notification waits for its review. */
  waiting_followers: v.nullable(v.number()),
  needs_other_reviewer: v.boolean(),
  removed_participants: v.array(v.object({ display_name: v.string(), at: Instant })),
})
export type ProposalView = v.InferOutput<typeof ProposalView>

const ParticipantInput = v.union([
  v.object({ streamer_id: StreamerId }),
  v.object({
    display_name: singleLineText(1, 80),
    platform: v.nullish(Platform),
    account: v.nullish(StreamingAccountText),
  }),
])

export const EventInput = v.object({
  name: singleLineText(3, 120),
  description: v.optional(text(0, 5000), ''),
  start: InstantInput,
  end: InstantInput,
  timezone: TimeZone,
  time_certainty: v.optional(TimeCertainty, 'exact'),
  language: ContentLanguage,
  platform: Platform,
  streaming_account_name: AccountName,
  game_id: v.nullish(GameId),
  category: Category,
  thumbnail_path: v.nullish(PicturePath),
  participants: v.optional(v.pipe(v.array(ParticipantInput), v.maxLength(50)), []),
  /** Only one's own verified channel needs none: it is its own proof. */
  proof_url: v.nullish(WebUrl),
  additional_info: v.nullish(text(0, 2000)),
  paid_by: PaidBy,
  /** Shown to moderators and the proposer alone. */
  moderator_note: v.nullish(text(0, 2000)),
  confirm_similar: v.optional(v.boolean(), false),
  /** A new proposal's own: sent twice under it, it is one proposal. */
  draft_key: v.nullish(v.pipe(v.string(), v.uuid())),
})
export type EventInput = v.InferOutput<typeof EventInput>
export type EventField = Exclude<keyof EventInput, 'participants' | 'confirm_similar' | 'draft_key'>

export const ModeratorEventInput = v.object({
  ...EventInput.entries,
  /** `updated_at` as the moderator saw it: an edit since then is not overwritten. */
  seen_updated_at: v.optional(InstantInput),
})
export type ModeratorEventInput = v.InferOutput<typeof ModeratorEventInput>

export const moderationCountLimit = 1000

/** Each up to `moderationCountLimit`; `pending` leaves out those being approved. */
export const ProposalCounts = v.object({
  pending: v.number(),
  /** Published without a review, and not over. */
  unreviewed: v.number(),
  approved: v.number(),
  rejected: v.number(),
  disabled: v.number(),
})
export type ProposalCounts = v.InferOutput<typeof ProposalCounts>

export const ProposalsPage = v.object({
  ...createAdminPageSchema(ProposalView).entries,
  counts: ProposalCounts,
})
export type ProposalsPage = v.InferOutput<typeof ProposalsPage>

const ProposalsSort = v.picklist([
  'created',
  '-created',
  'start',
  '-start',
  'name',
  '-name',
  'trust',
  '-trust',
])

export const ProposalsQuery = v.object({
  ...adminPageQueryEntries,
  status: v.optional(
    v.picklist(['all', 'pending', 'unreviewed', 'approved', 'rejected', 'disabled']),
    'pending',
  ),
  /** A part of the name, of the account or of the proposer's username; or an id, as `#12`. */
  q: v.optional(text(0, 100), ''),
  /** Without it: what waits with the oldest first, what is decided with the newest first. */
  sort: v.optional(ProposalsSort),
})
export type ProposalsQuery = v.InferOutput<typeof ProposalsQuery>

export const delaySeconds = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400)),
  60,
)

export const ApproveInput = v.object({
  delay_seconds: delaySeconds,
  seen_updated_at: v.optional(InstantInput),
})
export type ApproveInput = v.InferOutput<typeof ApproveInput>

export const rejectionEntries = {
  reason_code: v.nullish(RejectionCode),
  reason: v.nullish(text(1, 500)),
}
export function hasRejectionReason(input: { reason_code?: unknown; reason?: unknown }): boolean {
  return Boolean(input.reason_code ?? input.reason)
}
export const RejectInput = v.pipe(
  v.object({
    ...rejectionEntries,
    duplicate_of: v.nullish(EventId),
  }),
  v.check((input) => hasRejectionReason(input), 'reason_required'),
  v.forward(
    v.partialCheck(
      [['reason_code'], ['duplicate_of']],
      ({ reason_code, duplicate_of }) => !duplicate_of || reason_code === 'duplicate',
      'only_for_duplicates',
    ),
    ['duplicate_of'],
  ),
)
export type RejectInput = v.InferOutput<typeof RejectInput>

/** `reason` is told to those who hyped the event; a moderator’s ground and facts to the proposer. */
export const CancelInput = v.object({
  reason: v.nullish(text(1, 500)),
  ...v.partial(v.object(cancelReasonsEntries)).entries,
})
export type CancelInput = v.InferOutput<typeof CancelInput>

export const ModeratorCancelInput = v.pipe(
  v.object({ ...CancelInput.entries, ...cancelReasonsEntries }),
  v.forward(v.partialCheck([['ground'], ['facts']], hasNeededFacts, 'facts_required'), ['facts']),
)
export type ModeratorCancelInput = v.InferOutput<typeof ModeratorCancelInput>
