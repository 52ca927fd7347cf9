import * as v from 'valibot'
import { Scope } from '#worker/contracts/enumerations.ts'
import { UserId } from '#worker/contracts/ids.ts'
import { text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import {
  Email,
  CurrentPassword,
  Username,
  EmailVerificationInput,
} from '#worker/features/accounts/contract.ts'
import { RewardResultView } from '#worker/features/gamification/ledger/contract.ts'

export const MeView = v.object({
  id: UserId,
  username: v.string(),
  email: v.nullable(v.string()),
  is_email_verified: v.boolean(),
  /** Without one, an act that asks for it asks for the username instead. */
  has_password: v.boolean(),
  avatar_path: v.nullable(v.string()),
  is_soft_banned: v.boolean(),
  scopes: v.array(Scope),
  member_since: Instant,
})
export type MeView = v.InferOutput<typeof MeView>

export const UpdateMeInput = v.object({ username: v.optional(Username) })
export type UpdateMeInput = v.InferOutput<typeof UpdateMeInput>

export const AvatarView = v.object({ avatar_path: v.nullable(v.string()) })
export type AvatarView = v.InferOutput<typeof AvatarView>

export const AvatarUpdateView = v.object({
  ...AvatarView.entries,
  gamification_info: v.exactOptional(RewardResultView),
})
export type AvatarUpdateView = v.InferOutput<typeof AvatarUpdateView>

/** An account without a password has its username typed again. */
export const DeleteAccountInput = v.object({
  password: v.optional(CurrentPassword),
  username: v.optional(text(0, 100)),
})
export type DeleteAccountInput = v.InferOutput<typeof DeleteAccountInput>

export const DeletionLinkInput = v.object({ email: Email })
export type DeletionLinkInput = v.InferOutput<typeof DeletionLinkInput>

export const DeleteAccountByTokenInput = v.object({ token: EmailVerificationInput.entries.token })
export type DeleteAccountByTokenInput = v.InferOutput<typeof DeleteAccountByTokenInput>

export const ExportedRows = v.array(v.record(v.string(), v.unknown()))

/** All that is stored of a person, but for what `left_out` names. Instants are ISO 8601. */
export const DataExportView = v.object({
  exported_at: Instant,
  /** Stored data that the file leaves out, each with its reason in the member's language. */
  left_out: v.array(v.string()),
  account: v.record(v.string(), v.unknown()),
  identities: ExportedRows,
  passkeys: ExportedRows,
  recovery_codes: ExportedRows,
  marketing_consents: ExportedRows,
  sessions: ExportedRows,
  security_events: ExportedRows,
  mailed_links: ExportedRows,
  sign_in_codes: ExportedRows,
  streamer_profiles: ExportedRows,
  streaming_accounts: ExportedRows,
  participations: ExportedRows,
  proposed_events: ExportedRows,
  hypes: ExportedRows,
  followed_streamers: ExportedRows,
  followed_games: ExportedRows,
  followed_groups: ExportedRows,
  notifications: ExportedRows,
  notification_switches: ExportedRows,
  mail_problems: ExportedRows,
  own_reminders: ExportedRows,
  digest_items: ExportedRows,
  push_subscriptions: ExportedRows,
  calendar_feeds: ExportedRows,
  schedule_sources: ExportedRows,
  reports: ExportedRows,
  appeals: ExportedRows,
  xp: ExportedRows,
  trust: ExportedRows,
  achievements: ExportedRows,
  achievement_progress: ExportedRows,
  leaderboard: ExportedRows,
  moderation_acts: ExportedRows,
  moderation_decisions: ExportedRows,
  articles: ExportedRows,
  uploads: ExportedRows,
})
export type DataExportView = v.InferOutput<typeof DataExportView>
