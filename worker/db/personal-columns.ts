/** Statements of the privacy policy, each with the tables whose every column it speaks of. */
export const statedTables = {
  account: 'account_tokens',
  password: '',
  passkeys: 'passkeys recovery_codes',
  identities: 'identities',
  settings: '',
  interests: `streamer_follows game_follows group_follows hypes notification_channels
    own_reminders`,
  digest: 'digest_items',
  messages: 'deliveries',
  mailProblems: 'mail_suppressions',
  proposals: 'events event_participants event_channels participation_answers',
  articles: 'articles',
  reports: 'reports',
  appeals: 'appeals',
  images: 'uploads',
  rewards: `xp_entries trust_entries unlocked_achievements achievement_progress
    leaderboard_entries`,
  streamer: 'streamers streaming_accounts',
  sessions: 'sessions refresh_tokens',
  codes: 'sign_in_codes',
  security: 'security_events',
  moderation: 'audit_entries',
  marketing: 'marketing_consents',
  discord: '',
  push: 'push_subscriptions',
  calendars: 'calendar_feeds',
  schedule: 'schedule_sources',
  backups: 'withdrawals',
}
export type PolicyStatement = keyof typeof statedTables

/** Columns of `users`, of which several statements speak. */
export const statedUserColumns: Partial<Record<PolicyStatement, string>> = {
  account: `id username username_key email email_key email_verified_at signup_expires_at role is_active
    is_soft_banned created_at seen_at deletion_at terms_version terms_accepted_at`,
  password: 'password_hash',
  marketing: 'is_marketing marketing_asked_at',
  settings: `interface_language is_language_chosen timezone_name is_time_zone_chosen date_format_id
    is_date_format_chosen is_date_format_doubtful hour_cycle density motion avatar_path
    is_on_leaderboard leaderboard_told_at is_shown_on_hypes is_gamified onboarded_at onboarding_skipped_at`,
  digest: 'muted digest digest_next_at quiet_from quiet_to',
  discord: 'discord_webhook discord_disabled_at',
  push: 'is_push_reported',
  rewards: `total_xp trust leaderboard_excluded_at gamification_suspended_at is_ranked is_listed
    seen_level`,
}

/**
 * Paragraphs of the data deletion page about what stays, with the tables of those rows and the columns
 * that are emptied. Rows of other tables are deleted.
 */
export const keptTables = {
  events: {
    events: 'proposer_id moderator_note draft_key',
    event_participants: '',
    event_channels: '',
    uploads: 'user_id',
  },
  log: { audit_entries: 'actor_id reason' },
  reports: { reports: 'user_id' },
  security: { security_events: 'user_id' },
  mailProblems: { mail_suppressions: 'user_id' },
  articles: { articles: 'author_id author_name' },
  channels: {
    participation_answers: '',
    streamers: 'user_id banner_path bio links',
    streaming_accounts: 'verified_at',
  },
  backups: { withdrawals: '' },
}
export type KeptStatement = keyof typeof keptTables
