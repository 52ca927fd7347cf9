import { sql } from 'drizzle-orm'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { events, participationAnswers } from '#worker/db/schema/events.ts'
import { pickColumns, createExportPart } from './export-part.ts'

export const streamerColumns = {
  ...pickColumns(streamers, 'id', 'displayName', 'language', 'avatarPath', 'bannerPath'),
  ...pickColumns(streamers, 'bio', 'links', 'platformFollowers', 'followCount'),
  ...pickColumns(streamers, 'featuredAt', 'unlistedAt', 'createdAt'),
}
export const channelColumns = pickColumns(
  streamingAccounts,
  'platform',
  'name',
  'verifiedAt',
  'createdAt',
)

export const streamerExportParts = {
  streamer_profiles: createExportPart(
    streamerColumns,
    (userId) => sql`from ${streamers} where ${streamers.userId} = ${userId}`,
  ),
  streaming_accounts: createExportPart(
    channelColumns,
    (userId) => sql`from ${streamingAccounts} where ${streamingAccounts.streamerId} in
      (select ${streamers.id} from ${streamers} where ${streamers.userId} = ${userId})
      order by ${streamingAccounts.id}`,
  ),
  participations: createExportPart(
    {
      ...pickColumns(participationAnswers, 'eventId'),
      ...pickColumns(events, 'slug', 'name'),
      ...pickColumns(participationAnswers, 'streamerId', 'answer', 'answeredAt'),
      ...pickColumns(participationAnswers, 'displayName', 'platform', 'account'),
    },
    (userId) => sql`from ${participationAnswers}
      join ${events} on ${events.id} = ${participationAnswers.eventId}
      where ${participationAnswers.streamerId} in
        (select ${streamers.id} from ${streamers} where ${streamers.userId} = ${userId})
      order by ${participationAnswers.answeredAt}`,
  ),
}
