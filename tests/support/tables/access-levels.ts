import type { AccessLevel } from '#worker/auth/access.ts'

/** Access by method and path: the first rule that fits holds. */
const accessRules: readonly [RegExp, AccessLevel][] = [
  [/^\w+ \/admin\/(?:campaigns|operations|opt_outs|security_log)\b/, 'admin'],
  [/^POST \/admin\/streamers\/\{id\}\/data_link$/, 'admin'],
  [/^POST \/admin\/users\/\{id\}\/(?:deletion_link|email)$/, 'admin'],
  [/^DELETE \/admin\/(?:articles|users)\/\{id\}$/, 'admin'],
  [/^PUT \/admin\/users\/\{id\}\/scopes$/, 'admin'],
  [/^PUT \/admin\/leaderboard\//, 'admin'],
  [/^\w+ \/admin\//, 'moderator'],

  [/^POST \/users\/me\/recovery_codes$/, 'moderator'],
  [/^GET \/users\/me\/(?:proposal_limits|similar_events|followed_channels)$/, 'contributor'],
  [/^POST \/users\/me\/(?:follows|video_lookups|streamer|streaming_accounts)$/, 'contributor'],
  [/^POST \/users\/me\/schedule_(?:sources|imports)\b/, 'contributor'],
  [/^PATCH \/users\/me\/streamer$/, 'contributor'],
  [/^PUT \/users\/me\/notification_settings\/(?:streamers|games|groups)\//, 'contributor'],
  [/^\w+ \/users\/me\b/, 'member'],

  [/^POST \/auth\/(?:passkey\/)?confirm$/, 'member'],
  [/^POST \/auth\/(?:verify_email\/resend|recovery_code|passkey_link)$/, 'member'],
  [/^\w+ \/auth\//, 'visitor'],

  [
    /^POST \/(?:client_errors|client_events|csp_reports|push_receipts|webhooks\/(?:brevo|mail))$/,
    'visitor',
  ],
  [/^POST \/reports$/, 'visitor'],
  [/^POST \/deals\/\{id\}\/click$/, 'visitor'],

  [/^\w+ \/(?:achievements\/(?:me|new)|leaderboard\/me|onboarding)\b/, 'member'],
  [/^\w+ \S+\/(?:toggle_hype|toggle_follow|reading)$/, 'member'],
  [/^DELETE \/events\/\{event\}\/participants\/\{streamer\}$/, 'member'],
  [/^GET \/events\/\{event\}\/calendar$/, 'member'],

  [/^GET /, 'visitor'],
  [/^(?:POST|PUT|PATCH|DELETE) /, 'contributor'],
]

const ruleFor = (call: string) => accessRules.findIndex(([pattern]) => pattern.test(call))

export function accessLevelOf(call: string): AccessLevel {
  return accessRules[ruleFor(call)]?.[1] ?? 'admin'
}

/** Rules that hold for none of these calls. */
export function unusedRules(calls: string[]): string[] {
  const used = new Set(calls.map(ruleFor))
  return accessRules.filter((_, index) => !used.has(index)).map(([pattern]) => pattern.source)
}
