type PublicTable = {
  /** Columns whose changes public responses do not show, or may show later. */
  unwatched: string[]
  /** Only of such rows, as SQL of the trigger; with `row` for `new` or `old`. */
  shown?: (row: 'new' | 'old') => string
  /** No public response shows a row that was just inserted. */
  isHiddenAtFirst?: true
}

const isOfApprovedEvent = (row: string) =>
  `exists (select 1 from events where id = ${row}.event_id and status = 'approved')`

/** Tables that public responses read. Counts of hypes, follows and clicks may lag. */
export const publicTables: Record<string, PublicTable> = {
  events: {
    unwatched: ['hype_count', 'updated_at'],
    shown: (row) => `${row}.status = 'approved'`,
  },
  event_participants: { unwatched: [], shown: isOfApprovedEvent },
  participation_answers: { unwatched: [], shown: isOfApprovedEvent },
  event_channels: { unwatched: [], shown: isOfApprovedEvent },
  event_broadcasts: { unwatched: ['polled_at', 'fresh_until', 'seen_at', 'viewers', 'vod_at'] },
  games: { unwatched: ['follow_count'] },
  event_groups: { unwatched: ['follow_count', 'event_count'] },
  streamers: { unwatched: ['follow_count'] },
  streaming_accounts: { unwatched: [] },
  merged_addresses: { unwatched: [] },
  platform_pictures: {
    unwatched: [
      'platform_id',
      'source_url',
      'digest',
      'ask_at',
      'fetch_at',
      'checked_at',
      'failures',
      'removed_at',
      'removed_by',
    ],
    shown: (row) => `${row}.path is not null`,
  },
  articles: { unwatched: [], shown: (row) => `${row}.status = 'published'` },
  deals: { unwatched: ['clicks'] },
  users: {
    isHiddenAtFirst: true,
    unwatched: [
      'username_key',
      'email',
      'email_key',
      'email_verified_at',
      'password_hash',
      'signup_expires_at',
      'role',
      'is_marketing',
      'marketing_asked_at',
      'is_date_format_doubtful',
      'interface_language',
      'is_language_chosen',
      'timezone_name',
      'is_time_zone_chosen',
      'date_format_id',
      'is_date_format_chosen',
      'hour_cycle',
      'density',
      'motion',
      'muted',
      'discord_webhook',
      'discord_disabled_at',
      'total_xp',
      'trust',
      'seen_level',
      'onboarded_at',
      'onboarding_skipped_at',
      'digest',
      'digest_next_at',
      'quiet_from',
      'quiet_to',
    ],
  },
}

const isCount = 'a count, which may lag'
const isOrder = 'an order, which may lag'
const isPrivate = 'no public response shows it'

/** All other tables: why a change of theirs changes no version. */
export const unwatchedTables: Record<string, string> = {
  hypes: isCount,
  streamer_follows: isCount,
  game_follows: isCount,
  group_follows: isCount,
  achievement_holders: isCount,
  unlocked_achievements: isCount,
  leaderboard_counts: isCount,
  leaderboard_entries: isCount,
  account_tokens: isPrivate,
  achievement_progress: isPrivate,
  achievement_rules: isPrivate,
  alerts: isPrivate,
  attempts: isPrivate,
  audit_entries: isPrivate,
  calendar_feeds: isPrivate,
  campaigns: isPrivate,
  channels: isPrivate,
  client_errors: isPrivate,
  client_event_counts: isPrivate,
  content_version: isPrivate,
  deliveries: isPrivate,
  delivery_counts: isPrivate,
  delivery_providers: isPrivate,
  delivery_slots: isPrivate,
  digest_items: isPrivate,
  identities: isPrivate,
  imported_events: isPrivate,
  job_runs: isPrivate,
  mail_suppressions: isPrivate,
  marketing_consents: isPrivate,
  notice_fanouts: isPrivate,
  notification_channels: isPrivate,
  passkeys: isPrivate,
  platform_states: isPrivate,
  push_subscriptions: isPrivate,
  recovery_codes: isPrivate,
  refresh_tokens: isPrivate,
  reminder_fanouts: isPrivate,
  reports: isPrivate,
  schedule_sources: isPrivate,
  search_words: isPrivate,
  section_picks: isOrder,
  security_events: isPrivate,
  sessions: isPrivate,
  sign_in_codes: isPrivate,
  stale_tags: isPrivate,
  trust_entries: isPrivate,
  upload_listings: isPrivate,
  uploads: isPrivate,
  xp_entries: isPrivate,
}
