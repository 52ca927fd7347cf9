import { eventRows, isApproved, pairRows, participantRows } from './event-rows.ts'
import { ledgerRows } from './ledger-rows.ts'
import { accountRows, gameRows, groupRows, streamerRows, userRows } from './people-rows.ts'
import type { Row, Scale } from './scale.ts'

export type Table = { name: string; columns: string; rows: Iterable<Row> }

/** Identical in every run, in an order that foreign keys allow. */
export function listTables(scale: Scale): Table[] {
  const { users, games, streamers, events } = scale
  const approved = Array.from({ length: events }, (_, index) => index + 1).filter(isApproved)
  const everyone = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  return [
    {
      name: 'users',
      columns: 'id, username, username_key, email, email_key, email_verified_at, created_at',
      rows: userRows(users),
    },
    { name: 'games', columns: 'id, slug, name, name_key, created_at', rows: gameRows(games) },
    {
      name: 'event_groups',
      columns: 'id, slug, name, name_key, description, language_code, game_id, created_at',
      rows: groupRows(scale),
    },
    {
      name: 'streamers',
      columns: 'id, display_name, name_key, language, followers, featured_at, created_at',
      rows: streamerRows(streamers),
    },
    {
      name: 'streaming_accounts',
      columns: 'id, streamer_id, platform, name, name_key, created_at',
      rows: accountRows(streamers),
    },
    {
      name: 'events',
      columns: `id, slug, name, description, start_at, end_at, timezone, time_certainty, status,
        approved_at, language, platform, streaming_account_name, game_id, category, group_id,
        proof_url, proposer_id, created_at, updated_at, series_name`,
      rows: eventRows(scale),
    },
    {
      name: 'event_participants',
      columns: 'event_id, position, streamer_id, display_name, platform, account',
      rows: participantRows(scale),
    },
    {
      name: 'hypes',
      columns: 'event_id, user_id, created_at',
      rows: pairRows(approved, scale.hypes, users),
    },
    {
      name: 'streamer_follows',
      columns: 'streamer_id, user_id, created_at',
      rows: pairRows(everyone(streamers), scale.streamerFollows, users),
    },
    {
      name: 'game_follows',
      columns: 'game_id, user_id, created_at',
      rows: pairRows(everyone(games), scale.gameFollows, users),
    },
    {
      name: 'xp_entries',
      columns: 'user_id, action, subject, points, at, facts, traits',
      rows: ledgerRows(scale),
    },
  ]
}

/** About so many, by table. */
export function expectedRows(scale: Scale): Record<string, number> {
  const { users, games, groups, streamers, events } = scale
  return {
    users,
    games,
    event_groups: groups,
    streamers,
    streaming_accounts: streamers,
    events,
    event_participants: 2 * events,
    hypes: scale.hypes,
    streamer_follows: scale.streamerFollows,
    game_follows: scale.gameFollows,
    xp_entries: scale.ledger,
  }
}
