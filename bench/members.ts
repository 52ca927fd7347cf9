import Database from 'libsql'
import { newDevice } from '../tests/support/fakes/fake-push-service.ts'
import { encrypt } from '../worker/auth/crypto.ts'
import { day, hour } from './scale.ts'

export type Members = {
  /** Each hypes one event, whose reminder is due by each of their channels. */
  people: number
  /** Events that share the people among them. */
  events: number
  /** Further people who each get a mail of a fact of their own. */
  singles: number
  /** Further people who hype nothing. */
  others: number
  /** Time when the reminders are due. */
  at: number
}

export type SealedChannels = {
  /** Key that encrypts their addresses. */
  encryptionKey: string
  count: number
}

/** Members with verified addresses, numbered from 1: first `people`, then `singles`, then `others`. */
export function seedMembers(file: string, { people, events, singles, others, at }: Members): void {
  const database = openFast(file)
  const start = at + day
  database.exec(`
    insert into users (id, username, username_key, email, email_key, email_verified_at, created_at)
      select value, 'member_' || value, 'member_' || value, 'member_' || value || '@people.example',
        'member_' || value || '@people.example', 1, 1
      from generate_series(1, ${people + singles + others});
    insert into events (id, slug, name, description, start_at, end_at, timezone, time_certainty,
        status, approved_at, language, platform, streaming_account_name, category, proof_url,
        created_at, updated_at, series_name)
      select value, 'event-' || value, 'Event ' || value, 'Everybody comes.', ${start}, ${start + hour},
        'Europe/Paris', 'exact', 'approved', 1, 'en', 'twitch', 'channel', 'charity',
        'https://example.com', 1, 1, 'event'
      from generate_series(1, ${events});
    insert into hypes (event_id, user_id, created_at)
      select 1 + value % ${events}, value, 1 from generate_series(1, ${people});
    insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
      select 'level_up:' || value, value, 'email', 'level_up', '{"level":2}', 'pending', ${at}, ${at}
      from generate_series(${people + 1}, ${people + singles});
    pragma wal_checkpoint(truncate);`)
  database.close()
}

/** Gives the first of them a Discord webhook and a browser with push notifications. */
export function seedChannels(file: string, { encryptionKey, count }: SealedChannels): void {
  const database = openFast(file)
  const { keys } = newDevice().subscription
  const auth = encrypt(encryptionKey, keys.auth)
  const setWebhook = database.prepare('update users set discord_webhook = ? where id = ?')
  const addDevice = database.prepare(`insert into push_subscriptions
      (user_id, endpoint, p256dh, auth, created_at, last_used_at) values (?, ?, ?, ?, 1, 1)`)
  database.exec('begin')
  for (let id = 1; id <= count; id += 1) {
    setWebhook.run(encrypt(encryptionKey, `https://discord.com/api/webhooks/${id}/token`), id)
    addDevice.run(id, `https://fcm.googleapis.com/fcm/send/${id}`, keys.p256dh, auth)
  }
  database.exec('commit')
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
}

function openFast(file: string): Database.Database {
  const database = new Database(file)
  // The server may be about to let go of the file.
  database.exec('pragma busy_timeout = 10000')
  database.exec('pragma synchronous = off; pragma cache_size = -200000; pragma foreign_keys = on')
  return database
}
