import type { RevisionConflict, FieldError } from '#worker/contracts/errors.ts'
import { toInstant } from '#worker/contracts/time.ts'

export const errorStatuses = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ErrorKind = keyof typeof errorStatuses

/** Stable API values; each has a message in error-texts.ts. */
export type ErrorCode =
  | 'malformed_json'
  | 'malformed_body'
  | 'unsupported_content_type'
  | 'unauthenticated'
  | 'session_ended'
  | 'account_inactive'
  | 'account_restricted'
  | 'forbidden'
  | 'foreign_origin'
  | 'route_not_found'
  | 'event_not_found'
  | 'group_not_found'
  | 'game_not_found'
  | 'streamer_not_found'
  | 'article_not_found'
  | 'page_not_found'
  | 'user_not_found'
  | 'own_account'
  | 'staff_account'
  | 'own_scopes'
  | 'member_protected'
  | 'member_changed'
  | 'game_name_taken'
  | 'game_in_use'
  | 'streamer_in_use'
  | 'streamers_of_two_members'
  | 'deal_not_found'
  | 'deal_exists'
  | 'campaign_not_found'
  | 'campaign_name_taken'
  | 'campaign_not_draft'
  | 'campaign_not_sending'
  | 'campaign_no_recipients'
  | 'delivery_not_found'
  | 'delivery_outcome_unknown'
  | 'delivery_too_late'
  | 'delivery_unwanted'
  | 'method_not_allowed'
  | 'already_reported'
  | 'reports_decided'
  | 'similar_events'
  | 'transition_not_allowed'
  | 'already_decided'
  | 'email_not_verified'
  | 'hype_closed'
  | 'participation_not_found'
  | 'participation_closed'
  | 'participation_not_proven'
  | 'no_discord_webhook'
  | 'push_off'
  | 'push_device_not_found'
  | 'discord_test_failed'
  | 'group_name_taken'
  | 'changed_meanwhile'
  | 'slug_taken'
  | 'slug_fixed'
  | 'username_taken'
  | 'bad_credentials'
  | 'wrong_sign_in_code'
  | 'too_many_wrong_codes'
  | 'sign_in_code_expired'
  | 'bad_refresh_token'
  | 'bad_verification_token'
  | 'bad_reset_token'
  | 'email_managed_by_provider'
  | 'sign_in_again'
  | 'passkey_required'
  | 'passkey_refused'
  | 'passkey_challenge_expired'
  | 'passkey_exists'
  | 'passkey_not_found'
  | 'too_many_passkeys'
  | 'wrong_recovery_code'
  | 'session_not_found'
  | 'calendar_feed_not_found'
  | 'too_many_calendar_feeds'
  | 'schedule_source_not_found'
  | 'schedule_source_exists'
  | 'too_many_schedule_sources'
  | 'account_not_verified'
  | 'schedule_unreadable'
  | 'provider_off'
  | 'bad_oauth_state'
  | 'oauth_refused'
  | 'oauth_rejected'
  | 'oauth_no_data'
  | 'oauth_unreachable'
  | 'sign_in_to_link'
  | 'verify_email_first'
  | 'identity_taken'
  | 'already_connected'
  | 'other_twitch_account'
  | 'twitch_not_connected'
  | 'twitch_permission_missing'
  | 'twitch_busy'
  | 'twitch_unavailable'
  | 'identity_not_found'
  | 'last_sign_in_method'
  | 'no_youtube_channel'
  | 'video_not_found'
  | 'youtube_off'
  | 'youtube_unavailable'
  | 'account_taken'
  | 'too_many_accounts'
  | 'streamer_exists'
  | 'no_streamer_profile'
  | 'streaming_account_not_found'
  | 'not_followed'
  | 'not_enough_xp'
  | 'idempotency_key_reused'
  | 'unsupported_picture'
  | 'body_too_large'
  | 'validation_failed'
  | 'rate_limited'
  | 'too_many_attempts'
  | 'too_many_changes'
  | 'too_many_pending'
  | 'too_many_proposals'
  | 'too_many_reports'
  | 'own_proposal'
  | 'internal_error'
  | 'database_unavailable'
  | 'misconfigured'

type Extras = {
  details?: unknown
  /** More specific than the text of the code; in the reader's language. */
  msg?: string
  retryAfter?: number
  headers?: Record<string, string>
}

/** The only error that use cases throw; the transport maps it to the envelope. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: ErrorCode
  readonly details: unknown
  readonly msg: string | undefined
  readonly headers: Record<string, string>

  constructor(kind: ErrorKind, code: ErrorCode, extras: Extras = {}) {
    super(code)
    this.kind = kind
    this.code = code
    this.details = extras.details
    this.msg = extras.msg
    this.headers = {
      ...extras.headers,
      ...(extras.retryAfter === undefined ? {} : { 'Retry-After': String(extras.retryAfter) }),
    }
  }

  get status() {
    return errorStatuses[this.kind]
  }
}

export function validationError(details: FieldError[]): AppError {
  return new AppError('invalid', 'validation_failed', { details })
}

type SavedRow = { savedBy: string | null; updatedAt: number; revision: number }

export function revisionConflictError({ savedBy, updatedAt, revision }: SavedRow): AppError {
  const details: RevisionConflict = { by: savedBy, at: toInstant(updatedAt), revision }
  return new AppError('conflict', 'changed_meanwhile', { details })
}
