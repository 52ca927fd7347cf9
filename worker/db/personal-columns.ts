/** Statements of the privacy policy, each with the data that it speaks of. */
export const policyStatements = [
  'account',
  'password',
  'passkeys',
  'identities',
  'settings',
  'interests',
  'digest',
  'messages',
  'mailProblems',
  'proposals',
  'articles',
  'reports',
  'appeals',
  'images',
  'rewards',
  'streamer',
  'sessions',
  'codes',
  'security',
  'moderation',
  'marketing',
  'discord',
  'push',
  'calendars',
  'schedule',
  'backups',
] as const
export type PolicyStatement = (typeof policyStatements)[number]

/** Paragraphs of the data deletion page about what stays. */
export const keptStatements = [
  'events',
  'log',
  'reports',
  'security',
  'mailProblems',
  'articles',
  'channels',
  'backups',
] as const
export type KeptStatement = (typeof keptStatements)[number]

type PersonalTable = {
  /** Columns by the statement that names them, with spaces between. */
  columns: Partial<Record<PolicyStatement, string>>
  /** Statement of what erasure leaves of rows, and which columns it empties; else they are deleted. */
  kept?: { as: KeptStatement; emptied: string }
}

/** Each column that is about a person: what it is for, and what their leaving does to it. */
export const personalColumns: Record<string, PersonalTable> = {
  users: {
    columns: {
      account: `id username username_key email email_key email_verified_at signup_expires_at role is_active
        is_soft_banned created_at seen_at deletion_at terms_version terms_accepted_at`,
      password: 'password_hash',
      marketing: 'is_marketing marketing_asked_at',
      settings: `interface_language is_language_chosen timezone_name is_time_zone_chosen date_format_id
        is_date_format_chosen is_date_format_doubtful hour_cycle density motion avatar_path
        is_on_leaderboard leaderboard_told_at is_shown_on_hypes is_gamified onboarded_at onboarding_skipped_at`,
      digest: 'muted digest digest_next_at quiet_from quiet_to',
      discord: 'discord_webhook discord_disabled_at',
      rewards: `total_xp trust leaderboard_excluded_at gamification_suspended_at is_ranked is_listed
        seen_level`,
    },
  },
  identities: {
    columns: {
      identities: `id user_id provider provider_user_id email name access_token refresh_token created_at`,
    },
  },
  passkeys: {
    columns: {
      passkeys: `id user_id name credential_id public_key counter transports created_at last_used_at
        challenged_at`,
    },
  },
  recovery_codes: { columns: { passkeys: 'hash user_id created_at used_at' } },
  marketing_consents: { columns: { marketing: 'id user_id purpose at is_given way text' } },
  sessions: {
    columns: {
      sessions: `id user_id user_agent created_at last_used_at expires_at revoked_at replaced_by confirmed_at
        passkey_at`,
    },
  },
  refresh_tokens: { columns: { sessions: 'hash session_id created_at rotated_at' } },
  account_tokens: {
    columns: {
      account: `id user_id kind hash email created_at expires_at used_at return_path pending_action resumed_at
        continued_at`,
    },
  },
  sign_in_codes: {
    columns: {
      codes: `id request_hash code_hash email email_key language time_zone is_known_device attempts created_at
        expires_at used_at`,
    },
  },
  streamer_follows: { columns: { interests: 'user_id streamer_id is_notified created_at' } },
  game_follows: { columns: { interests: 'user_id game_id is_notified created_at' } },
  group_follows: { columns: { interests: 'user_id group_id is_notified created_at' } },
  hypes: { columns: { interests: 'event_id user_id created_at is_shown' } },
  notification_channels: { columns: { interests: 'user_id kind channel is_enabled' } },
  digest_items: { columns: { digest: 'user_id event_id told_at created_at' } },
  deliveries: {
    columns: {
      messages: `id key user_id channel kind event_id payload status attempts next_at deadline_at claimed_at
        claim sent_at read_at reason error created_at subscription_id batch priority`,
    },
  },
  push_subscriptions: {
    columns: {
      push: 'id user_id session_id endpoint p256dh auth user_agent created_at last_used_at',
    },
  },
  mail_suppressions: {
    columns: { mailProblems: 'address_hash user_id reason at cleared_at' },
    kept: { as: 'mailProblems', emptied: 'user_id' },
  },
  calendar_feeds: {
    columns: { calendars: 'id user_id token_hash token scope created_at last_used_at' },
  },
  schedule_sources: {
    columns: {
      schedule: `id user_id streamer_id account_id kind sealed_url category language timezone created_at
        last_run_at last_error failures next_run_at`,
    },
  },
  xp_entries: {
    columns: {
      rewards: 'id user_id action subject is_reversal round points reason at facts traits',
    },
  },
  trust_entries: { columns: { rewards: 'id user_id action subject is_reversal round delta at' } },
  unlocked_achievements: { columns: { rewards: 'user_id achievement unlocked_at seen_at' } },
  achievement_progress: { columns: { rewards: 'user_id counter value' } },
  leaderboard_entries: { columns: { rewards: 'period user_id xp is_shown' } },
  reports: {
    columns: {
      reports: `id user_id subject_type subject_id is_picture reason text name sealed_email language network
        created_at decided_by decided_at outcome answer entry_id`,
    },
    kept: { as: 'reports', emptied: 'user_id' },
  },
  appeals: {
    columns: {
      appeals: `entry_id user_id email language text created_at answered_by answered_at outcome answer`,
    },
  },
  uploads: {
    columns: { images: 'path user_id created_at check_at' },
    kept: { as: 'events', emptied: 'user_id' },
  },
  events: {
    columns: {
      proposals: `id slug name description start_at end_at timezone time_certainty status approve_at approved_at
        reviewed_at cancelled_at cancel_reason withdrawn_at previous_start_at language platform
        streaming_account_name game_id category group_id series_id series_name series_key first_date_id
        thumbnail_path proof_url additional_info moderator_note hype_count proposer_id rejection_code
        rejection_reason duplicate_of_id import_key source draft_key created_at updated_at`,
    },
    kept: { as: 'events', emptied: 'proposer_id moderator_note draft_key' },
  },
  event_participants: {
    columns: { proposals: 'event_id position streamer_id display_name platform account' },
    kept: { as: 'events', emptied: '' },
  },
  event_channels: {
    columns: { proposals: 'event_id position platform account' },
    kept: { as: 'events', emptied: '' },
  },
  participation_answers: {
    columns: { proposals: 'event_id streamer_id answer answered_at display_name platform account' },
    kept: { as: 'channels', emptied: '' },
  },
  streamers: {
    columns: {
      streamer: `id display_name name_key name_skeleton is_name_reserved language avatar_path banner_path bio
        links followers follow_count featured_at user_id source created_at unlisted_at`,
    },
    kept: { as: 'channels', emptied: 'user_id banner_path bio links' },
  },
  streaming_accounts: {
    columns: { streamer: 'id streamer_id platform name name_key verified_at created_at' },
    kept: { as: 'channels', emptied: 'verified_at' },
  },
  articles: {
    columns: {
      articles: `id slug title excerpt markdown language status revision cover_path author_id author_name
        created_at updated_at published_at`,
    },
    kept: { as: 'articles', emptied: 'author_id author_name' },
  },
  audit_entries: {
    columns: {
      moderation: `id actor_id former_actor is_clock act subject_type subject_id from_state to_state
        reason_code reason at`,
    },
    kept: { as: 'log', emptied: 'actor_id reason' },
  },
  security_events: {
    columns: { security: 'id at kind detail user_id network' },
    kept: { as: 'security', emptied: 'user_id' },
  },
  withdrawals: {
    columns: { backups: 'id kind user_id user_created_at detail at stored_at' },
    kept: { as: 'backups', emptied: '' },
  },
}
