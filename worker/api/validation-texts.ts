import { m } from '#messages'
import type { Locale } from '../contracts/locale.ts'
import type { Platform } from '../contracts/platforms.ts'

type ValidationIssue = {
  type: string
  message: string
  expected: string | null
  requirement?: unknown
  input?: unknown
}
type ValidationText = (requirement: number, options: { locale: Locale }) => string

/** Schemas name these rules in place of a message. */
const byName: Record<string, ValidationText> & Record<`${Platform}_name_required`, ValidationText> =
  {
    email: (_, o) => m.validation_email({}, o),
    email_at: (_, o) => m.validation_email_at({}, o),
    email_spaces: (_, o) => m.validation_email_spaces({}, o),
    email_domain: (_, o) => m.validation_email_domain({}, o),
    instant: (_, o) => m.validation_instant({}, o),
    time_zone: (_, o) => m.validation_time_zone({}, o),
    web_url: (_, o) => m.validation_web_url({}, o),
    video_url: (_, o) => m.validation_video_url({}, o),
    too_many_links: (count, o) => m.validation_too_many_links({ count }, o),
    repeated_links: (_, o) => m.validation_repeated_links({}, o),
    https_url: (_, o) => m.validation_https_url({}, o),
    visible_characters: (_, o) => m.validation_required({}, o),
    control_characters: (_, o) => m.validation_control_characters({}, o),
    username_characters: (_, o) => m.validation_username_characters({}, o),
    reserved_name: (_, o) => m.validation_reserved_name({}, o),
    taken_name: (_, o) => m.validation_taken_name({}, o),
    check_marks: (_, o) => m.validation_check_marks({}, o),
    reserved_username: (_, o) => m.validation_reserved_username({}, o),
    username_required: (_, o) => m.validation_required({}, o),
    password_required: (_, o) => m.validation_required({}, o),
    password_confirmation: (_, o) => m.validation_password_confirmation({}, o),
    password_mismatch: (_, o) => m.validation_password_mismatch({}, o),
    reset_mismatch: (_, o) => m.validation_reset_mismatch({}, o),
    common_password: (_, o) => m.validation_common_password({}, o),
    personal_password: (_, o) => m.validation_personal_password({}, o),
    product_password: (_, o) => m.validation_product_password({}, o),
    wrong_password: (_, o) => m.validation_wrong_password({}, o),
    sign_in_code: (_, o) => m.validation_sign_in_code({}, o),
    slug_characters: (_, o) => m.validation_slug_characters({}, o),
    account_name: (_, o) => m.validation_account_name({}, o),
    youtube_name_required: (_, o) => m.validation_youtube_name_required({}, o),
    twitch_name_required: (_, o) => m.validation_twitch_name_required({}, o),
    recovery_code: (_, o) => m.validation_recovery_code({}, o),
    discord_host: (_, o) => m.validation_discord_host({}, o),
    discord_webhook: (_, o) => m.validation_discord_webhook({}, o),
    push_subscription: (_, o) => m.validation_push_subscription({}, o),
    proof_required: (_, o) => m.validation_required({}, o),
    only_for_duplicates: (_, o) => m.validation_only_for_duplicates({}, o),
    unknown_event: (_, o) => m.validation_unknown_event({}, o),
    facts_required: (_, o) => m.validation_facts_required({}, o),
    reason_required: (_, o) => m.validation_reason_required({}, o),
    report_text_required: (_, o) => m.validation_report_text_required({}, o),
    report_statement_required: (_, o) => m.validation_report_statement_required({}, o),
    end_after_start: (_, o) => m.validation_end_after_start({}, o),
    period_too_long: (days, o) => m.validation_period_too_long({ days }, o),
    too_long: (days, o) => m.validation_too_long({ days }, o),
    start_in_past: (_, o) => m.validation_start_in_past({}, o),
    start_too_far: (_, o) => m.validation_start_too_far({}, o),
    dates_overlap: (_, o) => m.validation_dates_overlap({}, o),
    last_date_too_far: (_, o) => m.validation_last_date_too_far({}, o),
    weekly_needs_day: (_, o) => m.validation_weekly_needs_day({}, o),
    unknown_game: (_, o) => m.validation_unknown_game({}, o),
    unknown_streamer: (_, o) => m.validation_unknown_streamer({}, o),
    unknown_picture: (_, o) => m.validation_unknown_picture({}, o),
    bad_cursor: (_, o) => m.validation_bad_cursor({}, o),
    picture_pixels: (count, o) => m.validation_picture_pixels({ count }, o),
    merge_itself: (_, o) => m.validation_merge_itself({}, o),
    time_of_day: (_, o) => m.validation_time_of_day({}, o),
    quiet_hours_half: (_, o) => m.validation_quiet_hours_half({}, o),
    quiet_hours_same: (_, o) => m.validation_quiet_hours_same({}, o),
    own_marks_twice: (_, o) => m.validation_own_marks_twice({}, o),
    calendar_address: (_, o) => m.validation_calendar_address({}, o),
    whole_points: (_, o) => m.validation_whole_points({}, o),
    idempotency_key: (_, o) => m.validation_idempotency_key({}, o),
    deletion_word: (_, o) => m.validation_deletion_word({}, o),
    wrong_username: (_, o) => m.validation_wrong_username({}, o),
  }

const byType: Record<string, ValidationText> = {
  min_length: (count, o) => m.validation_min_length({ count }, o),
  max_length: (count, o) => m.validation_max_length({ count }, o),
  min_value: (value, o) => m.validation_min_value({ value }, o),
  max_value: (value, o) => m.validation_max_value({ value }, o),
  non_empty: (_, o) => m.validation_required({}, o),
  picklist: (_, o) => m.validation_picklist({}, o),
  url: (_, o) => m.validation_web_url({}, o),
  iso_timestamp: (_, o) => m.validation_instant({}, o),
}

export function validationText(issue: ValidationIssue, locale: Locale): string {
  const isMissing = issue.input === undefined || issue.input === ''
  const namedText = byName[issue.message]
  const requirement = typeof issue.requirement === 'number' ? issue.requirement : 0
  if (namedText && !(isMissing && issue.message === 'control_characters')) {
    return namedText(requirement, { locale })
  }
  if (isMissing) return m.validation_required({}, { locale })
  return (byType[issue.type] ?? ((_, o) => m.validation_wrong({}, o)))(requirement, { locale })
}

export function validationRuleText(name: string, locale: Locale, requirement = 0): string {
  return validationText(
    { type: 'check', message: name, expected: null, requirement, input: null },
    locale,
  )
}
