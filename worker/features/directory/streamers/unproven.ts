import { sql, type SQL } from 'drizzle-orm'
import { equals } from '#worker/db/conditions.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'

const proof = alias(streamingAccounts, 'proof')
const named = alias(eventParticipants, 'named')
const show = alias(events, 'show')

type StreamerColumn = 'id' | 'userId' | 'featuredAt'
type StreamerTableAlias = Pick<typeof streamers, StreamerColumn>

/** Anybody may have made the profile in anybody's name: a typed channel proves nothing. */
export function isUnprovenStreamer({ id, userId, featuredAt }: StreamerTableAlias): SQL {
  return sql`(${userId} is not null and ${featuredAt} is null
    and not exists (select 1 from ${proof}
      where ${proof.streamerId} = ${id} and ${proof.verifiedAt} is not null)
    and not exists (select 1 from ${named} join ${show} on ${show.id} = ${named.eventId}
      where ${named.streamerId} = ${id} and ${equals(show.status, 'approved')}))`
}

/** In no list, search or sitemap: proves nothing, or asked not to be listed. */
export function isUnlistedStreamer(
  streamer: StreamerTableAlias & Pick<typeof streamers, 'unlistedAt'>,
): SQL {
  return sql`(${streamer.unlistedAt} is not null or ${isUnprovenStreamer(streamer)})`
}

const other = alias(streamers, 'other')

/** Like the name of a streamer with followers, neither among `own` nor unproven. */
export function isNameOfAnotherStreamer(skeleton: SQL, nameKey: SQL, own: SQL): SQL {
  const isFollowed = sql`(${other.followCount} > 0 or ${other.platformFollowers} > 0)`
  return sql`exists (select 1 from ${other}
    where (${other.nameSkeleton} = ${skeleton} or ${other.nameKey} = ${nameKey})
      and ${other.id} not in (${own}) and ${isFollowed} and not ${isUnprovenStreamer(other)})`
}
