import { sql, type SQL } from 'drizzle-orm'
import { streamingAccounts } from '#worker/db/schema/directory.ts'
import { alias } from '#worker/db/write-sql.ts'

const subject = alias(streamingAccounts, 'subject_account')

/** What the streamer of an id is drawn as: `channelSubject` of the first channel. */
export function streamerSubject(id: SQL): SQL<string | null> {
  return sql<string | null>`(select ${subject.platform} || '/' || ${subject.nameKey} from ${subject}
    where ${subject.streamerId} = ${id} order by ${subject.id} limit 1)`
}
