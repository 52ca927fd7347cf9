import { sql } from 'drizzle-orm'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { events, participationAnswers } from '#worker/db/schema/events.ts'
import { named, part } from './export-part.ts'

/** What belongs to a person as a streamer. */
export const streamerParts = {
  streamer_profiles: part(
    {
      ...named(streamers, 'id', 'displayName', 'language', 'avatarPath', 'bannerPath'),
      ...named(streamers, 'bio', 'links'),
      ...named(streamers, 'platformFollowers'),
      ...named(streamers, 'followCount', 'featuredAt', 'createdAt'),
    },
    (userId) => sql`from ${streamers} where ${streamers.userId} = ${userId}`,
  ),
  streaming_accounts: part(
    named(streamingAccounts, 'platform', 'name', 'verifiedAt', 'createdAt'),
    (userId) => sql`from ${streamingAccounts} where ${streamingAccounts.streamerId} in
      (select ${streamers.id} from ${streamers} where ${streamers.userId} = ${userId})
      order by ${streamingAccounts.id}`,
  ),
  participations: part(
    {
      ...named(participationAnswers, 'eventId'),
      ...named(events, 'slug', 'name'),
      ...named(participationAnswers, 'streamerId', 'answer', 'answeredAt'),
      ...named(participationAnswers, 'displayName', 'platform', 'account'),
    },
    (userId) => sql`from ${participationAnswers}
      join ${events} on ${events.id} = ${participationAnswers.eventId}
      where ${participationAnswers.streamerId} in
        (select ${streamers.id} from ${streamers} where ${streamers.userId} = ${userId})
      order by ${participationAnswers.answeredAt}`,
  ),
}
