import { sql, type Column, type SQL } from 'drizzle-orm'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'

const gone = alias(users, 'gone')

/** Holds where a text has the member's address, or their username as a word of its own. */
function isMemberNamedIn(text: Column, userId: SQL | UserId): SQL {
  return sql`exists (select 1 from ${gone} where ${gone.id} = ${userId}
    and (instr(lower(${text}), ${gone.emailKey}) > 0
      or ' ' || lower(${text}) || ' ' glob '*[^a-z0-9_-]' || ${gone.usernameKey} || '[^a-z0-9_-]*'))`
}

type SubjectColumns = { subjectType: Column; subjectId: Column }

function isAboutMember({ subjectType, subjectId }: SubjectColumns, userId: SQL | UserId): SQL {
  return sql`(${subjectType} = 'user' and ${subjectId} = ${userId}
    or ${subjectType} = 'streamer' and ${subjectId} in
      (select ${streamers.id} from ${streamers} where ${streamers.userId} = ${userId})
    or ${subjectType} = 'event' and ${subjectId} in
      (select ${events.id} from ${events} where ${events.proposerId} = ${userId}))`
}

/** Decisions stay. Runs before anything of the member is gone, which it reads. */
export function clearReasonsNamingMember(userId: SQL | UserId): Statement[] {
  const concerns = (text: Column, isAbout = sql`false`) => ({
    where: sql`${text} is not null and (${isAbout} or ${isMemberNamedIn(text, userId)})`,
  })
  const isAboutIn = (of: SubjectColumns) => isAboutMember(of, userId)
  return [
    update(auditEntries, { reason: null }, concerns(auditEntries.reason, isAboutIn(auditEntries))),
    update(reports, { text: null }, concerns(reports.text, isAboutIn(reports))),
    update(reports, { answer: null }, concerns(reports.answer, isAboutIn(reports))),
    update(events, { cancelReason: null }, concerns(events.cancelReason)),
  ]
}
