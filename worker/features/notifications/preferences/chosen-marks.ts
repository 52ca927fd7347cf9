import { sql, type Column, type SQL } from 'drizzle-orm'
import {
  ownReminderMarks,
  reminderMarks,
  type OwnReminderMark,
} from '#worker/contracts/reminder-marks.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { ownReminders } from '#worker/db/schema/reminders.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'

const o = alias(ownReminders, 'o')

type MemberAndEvent = { userId: SQL | Column; eventId: SQL | Column }

/** Yields the marks `o` that hold for the event: those of its own choice, else the general ones. */
function fromChosenMarks({ userId, eventId }: MemberAndEvent): SQL {
  return sql`from ${o} where ${o.userId} = ${userId} and ${o.mark} is not null
    and ${o.eventId} is (select max(${ownReminders.eventId}) from ${ownReminders}
      where ${ownReminders.userId} = ${userId} and ${ownReminders.eventId} = ${eventId})`
}

type ChosenMark = MemberAndEvent & { mark: SQL; since?: SQL; until: SQL }

/** Whether the mark was chosen before it passed. */
export function isMarkChosen({ mark, since = sql`0`, until, ...whose }: ChosenMark): SQL {
  return sql`exists (select 1 ${fromChosenMarks(whose)} and ${o.mark} = ${mark}
    and ${o.createdAt} between ${since} and ${until})`
}

const namesByCode = sql.raw(
  ownReminderMarks.map((name) => `when ${reminderMarks[name].code} then '${name}'`).join(' '),
)

/** Whether a mark is chosen still; the fixed ones always are. */
export function isMarkWanted({ code, ...whose }: MemberAndEvent & { code: SQL }): SQL {
  return sql`(${code} in (${sql.raw(fixedCodes)}) or exists (select 1 ${fromChosenMarks(whose)}
    and ${o.mark} = case ${code} ${namesByCode} end))`
}

const fixedCodes = Object.values(reminderMarks)
  .flatMap(({ code, isOwn }) => (isOwn ? [] : [code]))
  .join(', ')

/** JSON pairs of a mark and when it was chosen. */
export function chosenMarksJson(whose: MemberAndEvent): SQL<string> {
  return sql<string>`(select json_group_array(json_array(${o.mark}, ${o.createdAt}))
    ${fromChosenMarks(whose)})`
}

const markColumns = { mark: sql<OwnReminderMark>`${o.mark}` }

export const selectGeneralMarks = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(markColumns, sql`from ${o} where ${o.userId} = ${userId} and ${o.eventId} is null`),
)

export const selectMarksOfEvent = prepare((whose: Params<{ userId: UserId; eventId: EventId }>) =>
  select(markColumns, fromChosenMarks(whose)),
)
