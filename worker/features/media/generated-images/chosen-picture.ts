import { sql, type SQL } from 'drizzle-orm'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { platformPictures } from '#worker/db/schema/live.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { PlatformPictureState } from '#worker/features/media/platform-pictures/contract.ts'
import { equals } from '#worker/db/conditions.ts'
import { featurePlatforms, type Platform } from '#worker/contracts/platforms.ts'

const pp = alias(platformPictures, 'pp')
const subject = alias(streamingAccounts, 'subject_account')
const account = alias(streamingAccounts, 'pp_account')
const profile = alias(streamers, 'pp_profile')

type PathSql = SQL<string | null>

function platformPicturePathSql(kind: 'game' | 'event', platform: Platform, id: unknown): PathSql {
  return sql<string | null>`(select ${pp.path} from ${pp} where ${equals(pp.kind, kind)}
    and ${equals(pp.platform, platform)} and ${pp.subject} = cast(${id} as text))`
}

export function gamePicturePathSql(id: unknown, uploaded: unknown): PathSql {
  return sql<
    string | null
  >`coalesce(${uploaded}, ${platformPicturePathSql('game', featurePlatforms.gamePictures, id)})`
}

export function eventPicturePathSql(id: unknown, uploaded: unknown): PathSql {
  return sql<
    string | null
  >`coalesce(${uploaded}, ${platformPicturePathSql('event', featurePlatforms.videos, id)})`
}

export function channelPicturePathSql(platform: unknown, name: unknown): PathSql {
  return sql<string | null>`(select ${pp.path} from ${pp} where ${equals(pp.kind, 'channel')}
    and ${pp.platform} = ${platform} and ${pp.subject} = lower(ltrim(${name}, '@')))`
}

const stateOf = sql`case when ${pp.removedAt} is not null then 'removed_by_' || ${pp.removedBy}
  when ${pp.path} is not null then 'shown' else 'none' end`

export function channelPictureState(platform: unknown, key: unknown): SQL<PlatformPictureState> {
  return sql<PlatformPictureState>`coalesce((select ${stateOf} from ${pp}
    where ${equals(pp.kind, 'channel')} and ${pp.platform} = ${platform}
      and ${pp.subject} = ${key}), 'none')`
}

export function gamePictureState(id: unknown): SQL<PlatformPictureState> {
  return sql<PlatformPictureState>`coalesce((select ${stateOf} from ${pp}
    where ${equals(pp.kind, 'game')} and ${equals(pp.platform, featurePlatforms.gamePictures)}
      and ${pp.subject} = cast(${id} as text)), 'none')`
}

/** Only verified channels of a member count, since anybody can type a name. */
export function streamerPicturePathSql(id: unknown, uploaded: unknown): PathSql {
  return sql<string | null>`coalesce(${uploaded}, (select ${pp.path} from ${account}
    cross join ${pp} on ${equals(pp.kind, 'channel')} and ${pp.platform} = ${account.platform}
      and ${pp.subject} = ${account.nameKey}
    cross join ${profile} on ${profile.id} = ${account.streamerId}
    where ${account.streamerId} = ${id} and ${pp.path} is not null
      and (${profile.userId} is null or ${account.verifiedAt} is not null)
    order by ${account.id} limit 1))`
}

/** The subject of a streamer’s drawn pictures: `channelPictureKey` of their first channel. */
export function streamerPictureSubject(id: SQL): SQL<string | null> {
  return sql<string | null>`(select ${subject.platform} || '/' || ${subject.nameKey} from ${subject}
    where ${subject.streamerId} = ${id} order by ${subject.id} limit 1)`
}
