import * as v from 'valibot'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import { MailProblemView } from '#worker/features/notifications/contract.ts'
import { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import { FailedDeliveryView } from '#worker/features/operations/contract.ts'
import { EventStatus } from '#worker/features/events/contract.ts'
import { OAuthProvider } from '#worker/features/accounts/identities/contract.ts'
import { RejectionCode } from '#worker/features/moderation/proposals/contract.ts'
import { StreamingAccountItem } from '#worker/features/directory/streamers/contract.ts'

export const MemberRole = v.picklist(['member', 'moderator', 'admin'])
export type MemberRole = v.InferOutput<typeof MemberRole>

export const RestrictingAction = v.picklist(['deactivate', 'soft_ban', 'remove_picture'])
export type RestrictingAction = v.InferOutput<typeof RestrictingAction>

export const LiftingAction = v.picklist(['activate', 'remove_soft_ban'])
export type LiftingAction = v.InferOutput<typeof LiftingAction>

export const MemberStateAction = v.picklist([
  ...LiftingAction.options,
  ...RestrictingAction.options,
])
export type MemberStateAction = v.InferOutput<typeof MemberStateAction>

export const MemberAction = v.picklist([
  ...MemberStateAction.options,
  'show_email',
  'send_deletion_link',
  'change_scopes',
  'delete',
])
export type MemberAction = v.InferOutput<typeof MemberAction>

const SignInMethod = v.picklist(['password', ...OAuthProvider.options])
export type SignInMethod = v.InferOutput<typeof SignInMethod>

const MemberCounts = v.object({
  approved: v.number(),
  rejected: v.number(),
  pending: v.number(),
  disabled: v.number(),
  hypes: v.number(),
  follows: v.number(),
})

export const MemberView = v.object({
  id: v.number(),
  username: v.string(),
  /** Masked, as in `a•••@example.com`. */
  email: v.nullable(v.string()),
  is_email_verified: v.boolean(),
  /** Null, as sessions and the last visit, for who is no administrator. */
  sign_in_methods: v.nullable(v.array(SignInMethod)),
  role: MemberRole,
  is_active: v.boolean(),
  is_soft_banned: v.boolean(),
  avatar_path: v.nullable(v.string()),
  streamer: v.nullable(v.object({ id: v.number(), display_name: v.string() })),
  trust: v.number(),
  /** Null, as the XP, where the member switched gamification off. */
  level: v.nullable(v.number()),
  total_xp: v.nullable(v.number()),
  created_at: Instant,
  counts: MemberCounts,
  acts: v.array(MemberAction),
})
export type MemberView = v.InferOutput<typeof MemberView>

const PastProposal = v.object({
  id: v.number(),
  name: v.string(),
  status: EventStatus,
  start: Instant,
  rejection: v.nullable(
    v.object({ reason_code: v.nullable(RejectionCode), reason: v.nullable(v.string()) }),
  ),
})
export type PastProposal = v.InferOutput<typeof PastProposal>

const TrustEntryView = v.object({
  id: v.number(),
  /** A rule's name; see the points and trust rules. */
  action: v.string(),
  is_reversal: v.boolean(),
  delta: v.number(),
  at: Instant,
  event: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type TrustEntryView = v.InferOutput<typeof TrustEntryView>

/** `at`: when it is due or ended. */
const MemberDelivery = v.pick(FailedDeliveryView, [
  'id',
  'status',
  'channel',
  'kind',
  'reason',
  'at',
])
export type MemberDelivery = v.InferOutput<typeof MemberDelivery>

const ConsentView = v.object({
  purpose: v.picklist(['marketing', 'hype_faces']),
  is_given: v.boolean(),
  way: v.picklist(['switch', 'mailed_link']),
  at: Instant,
})

export const MemberHistory = v.object({
  ...MemberView.entries,
  sessions: v.nullable(v.number()),
  last_seen_at: v.nullable(Instant),
  mail_problem: v.nullable(MailProblemView),
  /** Version of the terms, and consents, newest first; null for moderators. */
  agreements: v.nullable(
    v.object({ terms_version: v.nullable(v.string()), consents: v.array(ConsentView) }),
  ),
  accounts: v.array(StreamingAccountItem),
  proposals: v.array(PastProposal),
  trust_entries: v.array(TrustEntryView),
  /** The newest 50 of those that are kept. */
  deliveries: v.array(MemberDelivery),
  acts_upon: v.array(AuditEntryView),
  acts_by: v.array(AuditEntryView),
})
export type MemberHistory = v.InferOutput<typeof MemberHistory>

export const memberSorts = [
  'created',
  '-created',
  'username',
  '-username',
  'trust',
  '-trust',
  'xp',
  '-xp',
] as const
export type MemberSort = (typeof memberSorts)[number]

export const MemberFilter = v.picklist(['all', 'active', 'inactive', 'soft_banned', 'unverified'])
export type MemberFilter = v.InferOutput<typeof MemberFilter>

export const MembersQuery = v.object({
  ...adminPageQueryEntries,
  /** A part of the username, or the whole e-mail address. */
  q: v.optional(text(0, 100), ''),
  role: v.optional(v.picklist(['all', ...MemberRole.options]), 'all'),
  state: v.optional(MemberFilter, 'all'),
  is_streamer: v.optional(v.picklist(['true', 'false'])),
  sort: v.optional(v.picklist(memberSorts), '-created'),
})
export type MembersQuery = v.InferOutput<typeof MembersQuery>

export const MemberEmailView = v.object({ email: v.nullable(v.string()) })
export type MemberEmailView = v.InferOutput<typeof MemberEmailView>

export const MembersPage = createAdminPageSchema(MemberView)

const reason = v.nullish(
  v.pipe(
    text(0, 500),
    v.transform((value) => value || null),
  ),
)

/** Reason for an act that restricts nobody. */
export const LiftInput = v.object({ reason })
export type LiftInput = v.InferOutput<typeof LiftInput>

/** Beyond those that everybody has; an admin's include a moderator's. */
export const ScopesInput = v.object({
  scopes: v.pipe(v.array(v.picklist(['moderator', 'admin'])), v.maxLength(2)),
  reason,
})
export type ScopesInput = v.InferOutput<typeof ScopesInput>
