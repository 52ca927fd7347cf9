import { m } from '#messages'
import type { Locale } from '#worker/contract.ts'
import type { ErrorCode } from './errors.ts'

type Text = (inputs: Record<never, never>, options: { locale: Locale }) => string

const texts: Record<ErrorCode, Text> = {
  malformed_json: m.error_malformed_json,
  malformed_body: m.error_malformed_body,
  unauthenticated: m.error_unauthenticated,
  session_ended: m.error_session_ended,
  account_inactive: m.error_account_inactive,
  account_restricted: m.error_account_restricted,
  forbidden: m.error_forbidden,
  foreign_origin: m.error_foreign_origin,
  route_not_found: m.error_route_not_found,
  event_not_found: m.error_event_not_found,
  group_not_found: m.error_group_not_found,
  game_not_found: m.error_game_not_found,
  streamer_not_found: m.error_streamer_not_found,
  article_not_found: m.error_article_not_found,
  page_not_found: m.error_page_not_found,
  method_not_allowed: m.error_method_not_allowed,
  similar_events: m.error_similar_events,
  transition_not_allowed: m.error_transition_not_allowed,
  already_decided: m.error_already_decided,
  email_not_verified: m.error_email_not_verified,
  hype_closed: m.error_hype_closed,
  no_discord_webhook: m.error_no_discord_webhook,
  discord_test_failed: m.error_discord_test_failed,
  username_taken: m.error_username_taken,
  bad_credentials: m.error_bad_credentials,
  bad_refresh_token: m.error_bad_refresh_token,
  bad_verification_token: m.error_bad_verification_token,
  body_too_large: m.error_body_too_large,
  validation_failed: m.error_validation_failed,
  rate_limited: m.error_rate_limited,
  internal_error: m.error_internal_error,
  database_unavailable: m.error_database_unavailable,
  misconfigured: m.error_misconfigured,
}

export function errorText(code: ErrorCode, locale: Locale): string {
  return texts[code]({}, { locale })
}
