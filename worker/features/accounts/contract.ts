import * as v from 'valibot'
import { Scope } from '#worker/contracts/enumerations.ts'
import { idParam, SessionId } from '#worker/contracts/ids.ts'
import { AcceptedLocale } from '#worker/contracts/locale.ts'
import { BooleanParam } from '#worker/contracts/pagination.ts'
import { isReservedUsername } from '#worker/contracts/reserved-names.ts'
import { LocalPath } from '#worker/contracts/text.ts'
import { EmailAddress, toAsciiDomain } from '#worker/contracts/email-address.ts'
import { Instant, TimeZone } from '#worker/contracts/time.ts'
import { Density, Motion, MutedContent } from './display/contract.ts'
import { RewardResultView } from '#worker/features/gamification/ledger/contract.ts'

export const Username = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3),
  v.maxLength(30),
  v.regex(/^[A-Za-z0-9_-]*$/, 'username_characters'),
)
const NewUsername = v.pipe(
  Username,
  v.check((name) => !isReservedUsername(name), 'reserved_username'),
)
export const Email = EmailAddress
const Password = v.pipe(v.string(), v.minLength(8), v.maxLength(128))
const Confirmation = v.pipe(v.string(), v.nonEmpty('password_confirmation'))

function isPasswordConfirmed(input: { password: string; confirmation: string }): boolean {
  return input.password === input.confirmation
}

/** Subjects: event `205`, `streamer-7`, `series-205` (by one of its events), `group-3`. */
export const PendingAction = v.object({
  name: v.picklist(['hype', 'unhype', 'hype_all', 'follow', 'unfollow', 'calendar']),
  subject: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
})
export type PendingAction = v.InferOutput<typeof PendingAction>

export const ResumePoint = v.object({ return_path: LocalPath, action: v.nullable(PendingAction) })
export type ResumePoint = v.InferOutput<typeof ResumePoint>

/** Returned once: the first sign-in performs it. */
export const ResumePointView = v.object({ resume: v.nullable(ResumePoint) })
export type ResumePointView = v.InferOutput<typeof ResumePointView>

export const SignupInput = v.object({
  name: NewUsername,
  email: Email,
  password: Password,
  resume: v.optional(v.nullable(ResumePoint), null),
  /** The browser's zone, for the first e-mails; an unknown one is ignored. */
  time_zone: v.fallback(v.optional(TimeZone), undefined),
})
export type SignupInput = v.InferOutput<typeof SignupInput>
export type SignupRequest = v.InferInput<typeof SignupInput>

export const SignupContinuationView = v.object({
  outcome: v.picklist(['signed_in', 'waiting', 'unknown']),
})
export type SignupContinuationView = v.InferOutput<typeof SignupContinuationView>

export const SignupForm = v.pipe(
  v.object({
    ...SignupInput.entries,
    confirmation: Confirmation,
  }),
  v.forward(
    v.partialCheck([['password'], ['confirmation']], isPasswordConfirmed, 'password_mismatch'),
    ['confirmation'],
  ),
)

/** A password that is asked for to confirm an act: no rule but the length that any can have. */
export const CurrentPassword = v.pipe(v.string(), v.nonEmpty('password_required'), v.maxLength(128))

export const ReauthenticationInput = v.object({ password: CurrentPassword })
export type ReauthenticationInput = v.InferOutput<typeof ReauthenticationInput>

export const LoginInput = v.object({
  username: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('username_required'),
    v.maxLength(254),
    v.regex(/^\P{Cc}*$/u, 'control_characters'),
    v.transform(toAsciiDomain),
  ),
  password: CurrentPassword,
})
export type LoginInput = v.InferOutput<typeof LoginInput>

export const RefreshQuery = v.object({
  refresh_token: v.optional(v.pipe(v.string(), v.maxLength(200))),
})
export type RefreshQuery = v.InferOutput<typeof RefreshQuery>

export const TokensView = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  token_type: v.literal('bearer'),
  expires_in: v.number(),
})
export type TokensView = v.InferOutput<typeof TokensView>

const MailedToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

export const EmailVerificationInput = v.object({ token: MailedToken })
export type EmailVerificationInput = v.InferOutput<typeof EmailVerificationInput>

export type EmailVerification = {
  kind: 'verify_email' | 'change_email'
  username: string
  isDone: boolean
}

export const PasswordResetRequestInput = v.object({
  email: Email,
  resume: v.optional(v.nullable(ResumePoint), null),
})
export type PasswordResetRequestInput = v.InferOutput<typeof PasswordResetRequestInput>

export const NewPasswordInput = v.object({ token: MailedToken, password: Password })
export type NewPasswordInput = v.InferOutput<typeof NewPasswordInput>

export const PasswordResetForm = v.pipe(
  v.object({ password: Password, confirmation: Confirmation }),
  v.forward(
    v.partialCheck([['password'], ['confirmation']], isPasswordConfirmed, 'reset_mismatch'),
    ['confirmation'],
  ),
)

export const ChangePasswordInput = v.object({
  /** Needed by an account that has one. */
  current_password: v.optional(CurrentPassword),
  password: Password,
})
export type ChangePasswordInput = v.InferOutput<typeof ChangePasswordInput>

export const ChangePasswordForm = v.pipe(
  v.object({ ...ChangePasswordInput.entries, confirmation: Confirmation }),
  v.forward(
    v.partialCheck([['password'], ['confirmation']], isPasswordConfirmed, 'password_mismatch'),
    ['confirmation'],
  ),
)

export const ChangeEmailInput = v.object({
  email: Email,
  /** Needed by an account that has one; without one the provider manages an address it gave. */
  password: v.optional(CurrentPassword),
})
export type ChangeEmailInput = v.InferOutput<typeof ChangeEmailInput>

export const MarketingConsentInput = v.object({ is_marketing: v.boolean() })
export type MarketingConsentInput = v.InferOutput<typeof MarketingConsentInput>

export const SessionsView = v.object({
  items: v.array(
    v.object({
      id: SessionId,
      browser: v.nullable(v.string()),
      system: v.nullable(v.string()),
      created_at: Instant,
      last_used_at: Instant,
      is_current: v.boolean(),
    }),
  ),
})
export type SessionsView = v.InferOutput<typeof SessionsView>

export const SessionParams = v.object({ id: idParam(SessionId) })

export const EndSessionsQuery = v.object({
  /** With the current one. */
  all: v.optional(BooleanParam, 'false'),
})

export const DateFormatId = v.picklist(['dmy', 'mdy', 'ymd'])
export type DateFormatId = v.InferOutput<typeof DateFormatId>

export const HourCycle = v.picklist(['h12', 'h23'])
export type HourCycle = v.InferOutput<typeof HourCycle>

export const SettingsView = v.object({
  profile: v.object({
    username: v.string(),
    email: v.nullable(v.string()),
    is_email_verified: v.boolean(),
    avatar_path: v.nullable(v.string()),
    drawn_avatar_path: v.string(),
    scopes: v.array(Scope),
  }),
  settings: v.object({ interface_language: v.object({ language_code: AcceptedLocale }) }),
  interface_language_code: AcceptedLocale,
  is_marketing: v.nullable(v.boolean()),
  timezone_name: v.string(),
  date_format_id: DateFormatId,
  date_format: v.string(),
  hour_cycle: v.nullable(HourCycle),
  /** Null, here and below: not chosen, so that each browser keeps its own. */
  density: v.nullable(Density),
  motion: v.nullable(Motion),
  muted: v.nullable(MutedContent),
  /** Defaults replace missing choices; pages then use the browser's settings. */
  chosen: v.object({
    language: v.boolean(),
    time_zone: v.boolean(),
    date_format: v.boolean(),
    hour_cycle: v.boolean(),
  }),
  /** Whether to ask once if the date format, saved untouched perhaps, shall be the browser's. */
  is_browser_format_offered: v.boolean(),
  /** The zone of e-mails: the chosen one, else the one last seen from the browser. */
  email_time_zone: v.string(),
  discord: v.object({
    /** Never the whole URL: only its last four characters. */
    webhook_hint: v.nullable(v.string()),
    is_disabled: v.boolean(),
  }),
  /** False, too, for who has not read yet that members are listed there. */
  is_on_leaderboard: v.boolean(),
  is_told_of_leaderboard: v.boolean(),
  /** Levels, points and achievements are counted either way. */
  is_gamified: v.boolean(),
  is_shown_on_hypes: v.boolean(),
  is_push_reported: v.boolean(),
})
export type SettingsView = v.InferOutput<typeof SettingsView>

export const SettingsUpdateView = v.object({
  ...SettingsView.entries,
  gamification_info: v.exactOptional(RewardResultView),
})
export type SettingsUpdateView = v.InferOutput<typeof SettingsUpdateView>

export const SettingsInput = v.object({
  interface_language_code: v.optional(v.fallback(AcceptedLocale, 'en')),
  is_marketing: v.optional(v.nullable(v.boolean())),
  /** Null, here and below: the browser's. */
  timezone_name: v.optional(v.nullable(TimeZone)),
  date_format_id: v.optional(v.fallback(v.nullable(DateFormatId), 'dmy')),
  /** Fields that the person left as they were offered: stored as not chosen. */
  untouched: v.optional(v.array(v.picklist(['date_format_id']))),
  /** False ends the offer; nothing starts it again. */
  is_browser_format_offered: v.optional(v.boolean()),
  hour_cycle: v.optional(v.nullable(HourCycle)),
  density: v.optional(v.nullable(Density)),
  motion: v.optional(v.nullable(Motion)),
  muted: v.optional(v.nullable(MutedContent)),
  /** The browser's zone, used for e-mails until one is chosen; an unknown one is ignored. */
  browser_time_zone: v.fallback(v.optional(TimeZone), undefined),
  is_on_leaderboard: v.optional(v.boolean()),
  is_gamified: v.optional(v.boolean()),
  is_shown_on_hypes: v.optional(v.boolean()),
  is_push_reported: v.optional(v.boolean()),
})
export type SettingsInput = v.InferOutput<typeof SettingsInput>

function findWebhookFault(url: string): string | undefined {
  if (!/^https:\/\/[^\s]+$/.test(url)) return 'https_url'
  if (!/^https:\/\/(discord|discordapp)\.com\//.test(url)) return 'discord_host'
  const isWhole = /^[^/]+\/\/[^/]+\/api\/webhooks\/\d{5,25}\/[A-Za-z0-9_-]{20,120}$/.test(url)
  return isWhole ? undefined : 'discord_webhook'
}

export const DiscordWebhookInput = v.object({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(300),
    v.nonEmpty(),
    v.check(
      (url) => findWebhookFault(url) === undefined,
      ({ input }) => findWebhookFault(input) ?? '',
    ),
  ),
})
export type DiscordWebhookInput = v.InferOutput<typeof DiscordWebhookInput>
