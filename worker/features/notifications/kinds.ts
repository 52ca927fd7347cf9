import * as v from 'valibot'
import { isUrgentReminder, reminderCodes } from '#worker/contracts/reminder-marks.ts'
import { AccountChange } from '#worker/contracts/enumerations.ts'
import { CampaignId, EventId } from '#worker/contracts/ids.ts'
import { AcceptedLocale } from '#worker/contracts/locale.ts'
import { TimeCertainty } from '#worker/features/events/contract.ts'
import { ChangeGround, DecisionGround, ToldAct } from '#worker/contracts/decision-grounds.ts'
import {
  defineKind,
  notice,
  campaignMail,
  always,
  never,
  normalUrgency,
  everyChannel,
  toNamed,
  type KindFamily,
  type RecipientExclusion,
  type EventPageListing,
} from '#worker/contracts/notification-kinds.ts'

export { DeliveryChannel, type RecipientExclusion } from '#worker/contracts/notification-kinds.ts'

const Reason = v.nullable(v.string())

const FollowedSubjects = v.object({
  streamer: v.optional(v.nullable(v.string())),
  game: v.optional(v.nullable(v.string())),
  group: v.optional(v.nullable(v.string())),
  /** Number of dates of a weekly proposal: one notification tells of all. */
  dates: v.optional(v.nullable(v.number())),
})
const DigestPayload = v.object({ events: v.array(EventId), more: v.number() })
export type DigestPayload = v.InferOutput<typeof DigestPayload>

const GamificationDecision = v.variant('act', [
  v.object({
    act: v.picklist(['exclude', 'include', 'suspend', 'lift_suspension']),
    reason: Reason,
  }),
  v.object({ act: v.literal('correct'), points: v.number(), reason: v.string() }),
])

/** `entry`: of the audit log. Ground and facts are null where a decision was taken back. */
const ModerationDecision = v.object({
  act: ToldAct,
  entry: v.number(),
  name: Reason,
  ground: v.nullable(v.union([DecisionGround, ChangeGround])),
  facts: Reason,
  is_after_report: v.boolean(),
})

/** `name`: null where the subject is a member or gone. A receipt has neither ground nor answer. */
const ReportAnswer = v.object({
  state: v.picklist(['received', 'dismissed', 'acted']),
  /** Reported type; absent in deliveries of an earlier build. */
  type: v.optional(v.string()),
  name: Reason,
  ground: v.nullable(v.union([DecisionGround, ChangeGround])),
  answer: Reason,
})

const ProposalDecision = v.variant('decision', [
  v.object({ decision: v.literal('approved') }),
  v.object({ decision: v.literal('rejected'), reason_code: Reason, reason: Reason }),
])

/** `key`: the id of the secret that signs `token_id`; `kept` and `dropped`: by a reset. */
const AccountMail = v.object({
  token_id: v.optional(v.string()),
  key: v.optional(v.string()),
  to: v.optional(v.nullable(v.string())),
  kept: v.optional(v.array(v.string())),
  dropped: v.optional(v.array(v.string())),
  change: v.optional(AccountChange),
  link: v.optional(v.literal('first_passkey')),
  /** When an unused account is deleted. */
  until: v.optional(v.number()),
})

const CampaignMail = v.object({ campaign: CampaignId, language: AcceptedLocale })
export type CampaignPayload = v.InferOutput<typeof CampaignMail>

/** Sent whether the address is verified or not, and never to be unsubscribed from. */
const accountMail = defineKind({
  ...toNamed,
  family: 'account_mail',
  payload: AccountMail,
  defaultChannels: ['email'],
  exclusions: ['inactive'],
  ignoresQuietHours: always,
})

/** Copy and relevance of each kind are in rules/kind-rules.ts, for the worker alone. */
export const notificationKinds = {
  reminder: defineKind({
    family: 'notification',
    /** `hours`: the code of a mark. */
    payload: v.object({ hours: v.picklist(reminderCodes) }),
    defaultChannels: everyChannel,
    recipients: 'early_hypers',
    exclusions: ['inactive', 'unverified'],
    ignoresQuietHours: ({ payload }) => isUrgentReminder(payload.hours),
    urgency: ({ hours }) => (isUrgentReminder(hours) ? 'high' : 'normal'),
    besideEvent: 'scheduled',
  }),
  event_changed: defineKind({
    family: 'notification',
    /** `old` and `start` in Unix milliseconds; `is_back`: it was cancelled before. */
    payload: v.object({
      old: v.number(),
      start: v.number(),
      certainty: TimeCertainty,
      is_back: v.optional(v.boolean()),
    }),
    defaultChannels: everyChannel,
    recipients: 'hypers',
    exclusions: ['inactive', 'unverified'],
    ignoresQuietHours: ({ payload: { old, start }, now, endAt }) =>
      start <= endAt || (old > now && old <= endAt),
    urgency: normalUrgency,
    besideEvent: 'if_it_happens',
  }),
  event_cancelled: defineKind({
    family: 'notification',
    payload: v.object({ reason: Reason }),
    defaultChannels: everyChannel,
    recipients: 'hypers',
    exclusions: ['inactive', 'unverified'],
    ignoresQuietHours: ({ eventStartAt, endAt }) => eventStartAt !== null && eventStartAt <= endAt,
    urgency: normalUrgency,
    besideEvent: 'if_it_happens',
  }),
  new_event_followed: defineKind({
    family: 'notification',
    payload: v.union([DigestPayload, FollowedSubjects]),
    defaultChannels: ['email', 'in_app'],
    recipients: 'followers',
    exclusions: ['inactive', 'unverified', 'restricted'],
    ignoresQuietHours: never,
    urgency: normalUrgency,
    besideEvent: 'once_sent',
  }),
  proposal_decision: defineKind({
    ...toNamed,
    payload: ProposalDecision,
    defaultChannels: everyChannel,
    exclusions: ['inactive', 'unverified'],
  }),
  participant_named: defineKind({
    ...toNamed,
    payload: v.object({}),
    defaultChannels: everyChannel,
    exclusions: ['inactive', 'unverified'],
  }),
  entries_missing: defineKind({
    ...toNamed,
    payload: v.object({ account: v.string(), count: v.number(), until: v.number() }),
    defaultChannels: ['email', 'in_app'],
    exclusions: ['inactive', 'unverified'],
  }),
  device_lost: defineKind({
    ...toNamed,
    payload: v.object({ browser: Reason, system: Reason }),
    defaultChannels: ['email', 'in_app'],
    exclusions: ['inactive', 'unverified'],
  }),
  level_up: defineKind({
    ...toNamed,
    payload: v.object({ level: v.number() }),
    defaultChannels: ['in_app'],
    exclusions: ['inactive', 'unverified', 'ungamified'],
  }),
  achievement: defineKind({
    ...toNamed,
    payload: v.object({ achievement: v.string() }),
    defaultChannels: [],
    exclusions: ['inactive', 'unverified', 'ungamified'],
  }),
  gamification_decision: defineKind({
    ...toNamed,
    payload: GamificationDecision,
    defaultChannels: ['in_app'],
    exclusions: ['inactive', 'unverified'],
  }),
  moderation_decision: defineKind({
    ...notice,
    payload: ModerationDecision,
    exclusions: ['unverified'],
  }),
  report_answer: defineKind({ ...notice, payload: ReportAnswer, exclusions: ['unverified'] }),
  verify_email: accountMail,
  account_exists: accountMail,
  reset_password: accountMail,
  password_changed: accountMail,
  change_email: accountMail,
  email_change_asked: accountMail,
  sign_in_method_changed: accountMail,
  session_revoked: accountMail,
  delete_account: { ...accountMail, exclusions: [] },
  confirm_marketing: {
    ...accountMail,
    exclusions: ['inactive', 'unverified'],
    ignoresQuietHours: never,
  },
  inactive_account: {
    ...accountMail,
    exclusions: ['inactive', 'unverified'],
    ignoresQuietHours: never,
  },
  campaign: defineKind({
    ...campaignMail,
    payload: CampaignMail,
    exclusions: ['inactive', 'unverified'],
  }),
  /** An announcement to members: nobody can switch it off, and its purpose says who is left out. */
  service_notice: defineKind({
    ...campaignMail,
    payload: CampaignMail,
    defaultChannels: ['email', 'in_app'],
    exclusions: ['unverified'],
  }),
  campaign_test: defineKind({
    ...campaignMail,
    payload: CampaignMail,
    exclusions: ['inactive', 'unverified'],
    ignoresQuietHours: always,
  }),
}

type NotificationKinds = typeof notificationKinds
export type DeliveryKind = keyof NotificationKinds
type KindsWith<Facts> = {
  [Name in DeliveryKind]: NotificationKinds[Name] extends Facts ? Name : never
}[DeliveryKind]

// @__NO_SIDE_EFFECTS__
function listKindsOfFamily<const Of extends KindFamily>(family: Of): KindsWith<{ family: Of }>[] {
  const found = Object.entries(notificationKinds).filter(([, kind]) => kind.family === family)
  // The keys of what was filtered by the same fact.
  return found.map(([name]) => name) as KindsWith<{ family: Of }>[]
}

/** Kinds that each member switches on or off by channel. */
export const SwitchableKind = v.picklist(listKindsOfFamily('notification'))
export type SwitchableKind = v.InferOutput<typeof SwitchableKind>

export const NoticeKind = v.picklist(listKindsOfFamily('notice'))

export const NotificationKind = v.picklist([...SwitchableKind.options, ...NoticeKind.options])
export type NotificationKind = v.InferOutput<typeof NotificationKind>

export const AccountMailKind = v.picklist(listKindsOfFamily('account_mail'))
export type AccountMailKind = v.InferOutput<typeof AccountMailKind>

export const CampaignMailKind = v.picklist(listKindsOfFamily('campaign_mail'))
export type CampaignMailKind = v.InferOutput<typeof CampaignMailKind>

/** Kinds that the bell lists. */
export const InboxKind = v.picklist([...NotificationKind.options, 'service_notice'])
export type InboxKind = v.InferOutput<typeof InboxKind>

export const DeliveryKind = v.picklist([
  ...NotificationKind.options,
  ...AccountMailKind.options,
  ...CampaignMailKind.options,
])

export type BroadcastKind = KindsWith<{ recipients: 'hypers' | 'followers' }>

export const broadcastKinds = NotificationKind.options.filter(
  (name): name is BroadcastKind =>
    notificationKinds[name].recipients === 'hypers' ||
    notificationKinds[name].recipients === 'followers',
)

export type UnscheduledKind = KindsWith<{ besideEvent: 'if_it_happens' }>
export const unscheduledKinds = NotificationKind.options.filter(
  (name): name is UnscheduledKind => notificationKinds[name].besideEvent === 'if_it_happens',
)

export type PlannedNotificationKind = KindsWith<{ besideEvent: Exclude<EventPageListing, 'never'> }>
export const PlannedNotificationKind = v.picklist(
  NotificationKind.options.filter(
    (name): name is PlannedNotificationKind => notificationKinds[name].besideEvent !== 'never',
  ),
)

export type NotificationPayloads = {
  [Name in NotificationKind]: v.InferOutput<NotificationKinds[Name]['payload']>
}

export function listKindsExcludedFor(exclusion: RecipientExclusion): DeliveryKind[] {
  return DeliveryKind.options.filter((name) => {
    return (notificationKinds[name].exclusions as readonly RecipientExclusion[]).includes(exclusion)
  })
}
