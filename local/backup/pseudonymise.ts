import type { LocalDatabase } from '#local/database.ts'
import { statedTables } from '#worker/db/personal-columns.ts'

/** Public content, and what needs a member to count. */
const keptStatements: readonly string[] = [
  'interests',
  'proposals',
  'articles',
  'rewards',
  'streamer',
  'moderation',
]

/** Sessions, secrets, messages and logs: a copy works without them, and sends nothing. */
const emptiedTables = [
  ...Object.entries(statedTables).flatMap(([statement, tables]) =>
    keptStatements.includes(statement) ? [] : tables.split(' ').filter(Boolean),
  ),
  ...['notice_fanouts', 'reminder_fanouts', 'attempts', 'client_errors', 'alerts'],
]

/** A member's, or of somebody without an account who asked not to be listed. */
const isPersonal = '(user_id is not null or unlisted_at is not null)'
const ofPerson = `streamer_id in (select id from streamers where ${isPersonal})`

const replacements = [
  'delete from platform_pictures where (platform, subject) in (select platform, name_key from opt_outs)',
  // Triggers write those of accounts again, under the new names.
  `delete from opt_outs where (platform, name_key) in (select platform, name_key from streaming_accounts)`,
  `update opt_outs set name_key = 'person-' || id,
    platform_id = iif(platform_id is null, null, 'person-' || id)`,
  `update users set username = 'member-' || id, username_key = 'member-' || id,
    email = iif(email is null, null, 'member-' || id || '@staging.invalid'),
    email_key = iif(email is null, null, 'member-' || id || '@staging.invalid'),
    password_hash = null, discord_webhook = null, avatar_path = null, muted = null, digest = 'off',
    digest_next_at = null, is_marketing = null`,
  `update streamers set display_name = 'Streamer ' || id, name_key = 'streamer ' || id,
    name_skeleton = null, bio = null, links = '[]', avatar_path = null, banner_path = null
    where ${isPersonal}`,
  `update streaming_accounts set name = 'channel_' || id, name_key = 'channel_' || id where ${ofPerson}`,
  `update participation_answers set display_name = 'Streamer ' || streamer_id, account = null where ${ofPerson}`,
  `update event_participants set display_name = 'Guest ' || position, account = null
    where streamer_id is null or ${ofPerson}`,
  // Published events stay as everybody reads them.
  `update events set name = 'Event ' || id, slug = 'event-' || id, series_name = 'event', description = '', proof_url = 'https://staging.invalid/',
    additional_info = null, rejection_reason = null, streaming_account_name = null, thumbnail_path = null
    where proposer_id is not null and status <> 'approved'`,
  `delete from event_participants where event_id in (select id from events where status <> 'approved')`,
  `delete from event_channels where event_id in (select id from events where status <> 'approved')`,
  'update events set moderator_note = null, draft_key = null, cancel_reason = null, rejection_reason = null',
  "update articles set author_name = iif(author_id is null, author_name, 'member-' || author_id)",
  'update audit_entries set reason = null, former_actor = null',
  'update xp_entries set reason = null',
]

/** A copy for staging: its rows are as many and as large, but about nobody. */
export async function pseudonymise({ $client }: LocalDatabase): Promise<void> {
  await $client.migrate([...replacements, ...emptiedTables.map((table) => `delete from ${table}`)])
}
