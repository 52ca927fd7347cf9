import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { avatarPath } from '#worker/features/media/generated-images/paths.ts'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'
import { participatedEvents } from './participations.ts'
import type { StreamerSummary, StreamerView } from './contract.ts'

export type StreamerRow = {
  id: StreamerId
  displayName: string
  nameKey: string
  language: Language | null
  avatar: string | null
  followers: number
  platformFollowers: number | null
  /** JSON: platform, name, whether it is verified. */
  accounts: string
}
export type StreamerDetailRow = StreamerRow & { isFeatured: 0 | 1; upcoming: number }

/** Of a streamer `s`. */
export const streamerColumns: Columns<StreamerRow> = {
  id: 's.id',
  displayName: 's.display_name',
  nameKey: 's.name_key',
  language: 's.language',
  avatar: 's.avatar_path',
  followers: 's.follow_count',
  platformFollowers: 's.followers',
  accounts: `(select json_group_array(json_array(a.platform, a.name, a.verified_at is not null)) || ''
   from (select * from streaming_accounts where streamer_id = s.id order by id) a)`,
}
const namedColumns = named(streamerColumns)

/** `tail` says where `s` comes from: from, where, order and limit. */
export function selectStreamers({ db }: Pick<Ctx, 'db'>, tail: SQL): Statement<StreamerRow[]> {
  return rows<StreamerRow>(db, sql`select ${namedColumns} ${tail}`)
}

export function selectStreamer({ db, now }: Ctx, id: StreamerId): Statement<StreamerDetailRow[]> {
  return rows<StreamerDetailRow>(
    db,
    sql`select ${namedColumns}, s.featured_at is not null as isFeatured,
        (select count(*) from events e
          where e.id in (${participatedEvents(sql`${id}`)}) and +e.status = 'approved'
            and e.cancelled_at is null and +e.end_at > ${now}) as upcoming
      from streamers s where s.id = ${id}`,
  )
}

/** The name in the address of the streamer’s YouTube channel. */
export function urlName(accounts: readonly { platform: Platform; name: string }[]): string | null {
  return accounts.find(({ platform }) => platform === 'youtube')?.name ?? null
}

export function toStreamer(row: StreamerRow): StreamerSummary {
  const accounts = JSON.parse(row.accounts) as [Platform, string, 0 | 1][]
  return {
    id: row.id,
    display_name: row.displayName,
    name: accounts[0]?.[1] ?? row.displayName,
    streamer_name: row.displayName,
    url_name: urlName(accounts.map(([platform, name]) => ({ platform, name }))),
    avatar_path: row.avatar ?? avatarPath(row.id, row.displayName),
    language: row.language,
    followers: row.followers,
    platform_followers: row.platformFollowers,
    accounts: accounts.map(([platform, name, isVerified]) => ({
      platform,
      name,
      url: platforms[platform].watchUrl(accountKey(name)),
      is_verified: Boolean(isVerified),
    })),
  }
}

export function toStreamerView(row: StreamerDetailRow): StreamerView {
  return {
    ...toStreamer(row),
    is_featured: Boolean(row.isFeatured),
    upcoming_events: row.upcoming,
  }
}
