import type { DataExportView } from '#worker/features/accounts/profile/contract.ts'

type Row = Record<string, unknown>

const owner = 'the member, whom the whole file is about'
const rowId = 'an id that nothing else in the file refers to'
const copy = 'made from another column'
const secret = 'a secret, or the hash of one'
const bookkeeping = 'says how far the work on the row is, nothing about the member'

type PersonalTable = {
  /** The rows of the export that come from the table. */
  rowsOf: (view: DataExportView) => Row[]
  /** Columns that the export shows under another name. */
  renamed?: Record<string, string>
  /** Columns that it leaves out, with the reason. */
  exempt?: Record<string, string>
}

const nested = (view: DataExportView, name: string) =>
  view.proposed_events.flatMap((event) => event[name] as Row[])

/** Tables with rows about one person. */
export const personalTables: Record<string, PersonalTable> = {
  users: {
    rowsOf: ({ account }) => [account],
    renamed: { password_hash: 'has_password', discord_webhook: 'has_discord_webhook' },
    exempt: {
      username_key: copy,
      email_key: copy,
      is_ranked: copy,
      is_listed: copy,
      seen_level: bookkeeping,
      signup_expires_at: bookkeeping,
    },
  },
  identities: {
    rowsOf: ({ identities }) => identities,
    exempt: { id: rowId, user_id: owner, access_token: secret, refresh_token: secret },
  },
  passkeys: {
    rowsOf: ({ passkeys }) => passkeys,
    exempt: {
      id: rowId,
      user_id: owner,
      credential_id: secret,
      public_key: secret,
      counter: bookkeeping,
      challenged_at: bookkeeping,
    },
  },
  recovery_codes: {
    rowsOf: ({ recovery_codes }) => recovery_codes,
    exempt: { hash: secret, user_id: owner },
  },
  marketing_consents: {
    rowsOf: ({ marketing_consents }) => marketing_consents,
    exempt: { id: rowId, user_id: owner },
  },
  mail_suppressions: {
    rowsOf: ({ mail_problems }) => mail_problems,
    exempt: { address_hash: secret, user_id: owner },
  },
  security_events: {
    rowsOf: ({ security_events }) => security_events,
    exempt: { id: rowId, user_id: owner, network: secret },
  },
  sessions: {
    rowsOf: ({ sessions }) => sessions,
    exempt: {
      id: rowId,
      user_id: owner,
      confirmed_at: bookkeeping,
      passkey_at: bookkeeping,
      replaced_by: bookkeeping,
    },
  },
  uploads: {
    rowsOf: ({ uploads }) => uploads,
    exempt: { user_id: owner, created_at: bookkeeping, check_at: bookkeeping },
  },
  refresh_tokens: {
    rowsOf: () => [],
    exempt: {
      hash: secret,
      session_id: secret,
      created_at: 'the same as the use of its session',
      rotated_at: 'the same as the use of its session',
    },
  },
  account_tokens: {
    rowsOf: ({ mailed_links }) => mailed_links,
    exempt: { id: secret, user_id: owner, hash: secret },
  },
  sign_in_codes: {
    rowsOf: ({ sign_in_codes }) => sign_in_codes,
    exempt: { id: secret, request_hash: secret, code_hash: secret, email_key: copy },
  },
  streamers: {
    rowsOf: ({ streamer_profiles }) => streamer_profiles,
    exempt: {
      name_skeleton: copy,
      is_name_reserved: bookkeeping,
      name_key: copy,
      user_id: owner,
      source: 'names the file of an import',
    },
  },
  streaming_accounts: {
    rowsOf: ({ streaming_accounts }) => streaming_accounts,
    exempt: { id: rowId, streamer_id: 'there is one streamer profile', name_key: copy },
  },
  events: {
    rowsOf: ({ proposed_events }) => proposed_events,
    exempt: {
      proposer_id: owner,
      import_key: 'only events without a proposer have one',
      source: 'only events without a proposer have one',
      draft_key: bookkeeping,
      series_id: rowId,
      series_name: copy,
      series_key: copy,
      first_date_id: rowId,
      reviewed_at: bookkeeping,
    },
  },
  event_participants: {
    rowsOf: (view) => nested(view, 'participants'),
    exempt: { event_id: 'the event that it stands in', position: 'the order of the list' },
  },
  participation_answers: { rowsOf: ({ participations }) => participations },
  event_channels: {
    rowsOf: (view) => nested(view, 'channels'),
    exempt: { event_id: 'the event that it stands in', position: 'the order of the list' },
  },
  hypes: { rowsOf: ({ hypes }) => hypes, exempt: { user_id: owner, is_shown: copy } },
  streamer_follows: {
    rowsOf: ({ followed_streamers }) => followed_streamers,
    exempt: { user_id: owner },
  },
  game_follows: {
    rowsOf: ({ followed_games }) => followed_games,
    exempt: { user_id: owner },
  },
  group_follows: {
    rowsOf: ({ followed_groups }) => followed_groups,
    exempt: { user_id: owner },
  },
  deliveries: {
    rowsOf: ({ notifications }) => notifications,
    exempt: {
      id: rowId,
      key: secret,
      user_id: owner,
      claimed_at: bookkeeping,
      claim: bookkeeping,
      subscription_id: rowId,
      batch: bookkeeping,
      lateness_class: bookkeeping,
      priority: bookkeeping,
      provider: bookkeeping,
    },
  },
  notification_channels: {
    rowsOf: ({ notification_switches }) => notification_switches,
    exempt: { user_id: owner },
  },
  own_reminders: {
    rowsOf: ({ own_reminders }) => own_reminders,
    exempt: { user_id: owner, slot: bookkeeping },
  },
  digest_items: { rowsOf: ({ digest_items }) => digest_items, exempt: { user_id: owner } },
  push_subscriptions: {
    rowsOf: ({ push_subscriptions }) => push_subscriptions,
    renamed: { endpoint: 'service' },
    exempt: { id: rowId, user_id: owner, session_id: rowId, p256dh: secret, auth: secret },
  },
  calendar_feeds: {
    rowsOf: ({ calendar_feeds }) => calendar_feeds,
    exempt: { id: rowId, user_id: owner, token_hash: secret, token: secret },
  },
  schedule_sources: {
    rowsOf: ({ schedule_sources }) => schedule_sources,
    renamed: { account_id: 'account' },
    exempt: {
      id: rowId,
      user_id: owner,
      streamer_id: 'there is one streamer profile',
      sealed_url: secret,
      last_error: bookkeeping,
      failures: bookkeeping,
      next_run_at: bookkeeping,
    },
  },
  reports: {
    rowsOf: ({ reports }) => reports,
    exempt: {
      id: rowId,
      user_id: owner,
      name: 'of visitors alone',
      sealed_email: 'of visitors alone',
      network: 'of visitors alone',
      decided_by: 'who moderates stays unnamed',
      entry_id: bookkeeping,
    },
  },
  appeals: {
    rowsOf: ({ appeals }) => appeals,
    exempt: {
      entry_id: rowId,
      user_id: owner,
      email: 'only where there is no account',
      language: bookkeeping,
      answered_by: 'who moderates stays unnamed',
    },
  },
  xp_entries: { rowsOf: ({ xp }) => xp, exempt: { id: rowId, user_id: owner, traits: copy } },
  trust_entries: { rowsOf: ({ trust }) => trust, exempt: { id: rowId, user_id: owner } },
  unlocked_achievements: {
    rowsOf: ({ achievements }) => achievements,
    exempt: { user_id: owner },
  },
  achievement_progress: {
    rowsOf: ({ achievement_progress }) => achievement_progress,
    exempt: { user_id: owner },
  },
  leaderboard_entries: {
    rowsOf: ({ leaderboard }) => leaderboard,
    exempt: { user_id: owner },
  },
  audit_entries: {
    rowsOf: ({ moderation_acts }) => moderation_acts,
    exempt: {
      id: rowId,
      actor_id: owner,
      former_actor: 'of who has left',
      is_clock: 'never of a member',
    },
  },
  withdrawals: {
    rowsOf: () => [],
    exempt: Object.fromEntries(
      ['id', 'kind', 'user_id', 'user_created_at', 'detail', 'at', 'stored_at'].map((name) => [
        name,
        'what a restore takes back again; the rows it speaks of are in the file',
      ]),
    ),
  },
  articles: {
    rowsOf: ({ articles }) => articles,
    exempt: { id: rowId, revision: bookkeeping, author_id: owner },
  },
}

const directory = 'about a public game, group or channel'
const totals = 'counts without persons'
const work = 'how far a job is'

/** All other tables, with the reason why none of their rows is about one person. */
export const impersonalTables: Record<string, string> = {
  event_groups: directory,
  games: directory,
  merged_addresses: directory,
  channels: directory,
  opt_outs: 'what is not to be collected again, under no account',
  event_broadcasts: directory,
  imported_events: 'links an event to its schedule',
  platform_pictures: 'public pictures of channels, games and videos',
  platform_states: 'of the worker itself',
  campaigns: 'texts and counts of the team; each mail of it is a delivery',
  deals: 'texts of the team',
  incidents: 'texts of the team',
  delivery_counts: totals,
  delivery_lateness: totals,
  client_event_counts: totals,
  achievement_holders: totals,
  leaderboard_counts: totals,
  client_errors: 'sent without a name or an address',
  attempts: 'counts of one hour, deleted two days later',
  upload_listings: work,
  delivery_providers: work,
  lane_drains: work,
  reminder_plans: work,
  notice_fanouts: work,
  reminder_fanouts: work,
  reminder_evenings: work,
  achievement_rules: work,
  job_runs: work,
  alerts: work,
  content_version: work,
  installation: work,
  section_picks: work,
  stale_tags: work,
}
