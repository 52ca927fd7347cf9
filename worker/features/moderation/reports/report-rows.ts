import { sql, type Column, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx, Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import {
  booleanSql,
  instantSql,
  jsonRow,
  jsonRowList,
  notNullable,
  nullable,
  type RowOf,
} from '#worker/db/row.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { deals } from '#worker/db/schema/deals.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { isPublicArticle } from '#worker/features/articles/articles.ts'
import {
  eventPicturePathSql,
  streamerPicturePathSql,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import {
  ReportedPage,
  type ReportedSubjectView,
  type ReportedType,
  type ReportSubject,
  type ReportSubjectInput,
} from './contract.ts'
import { auditSubjects, type SubjectTable } from '#worker/audit/subjects.ts'

const textsShown = 20

type SubjectColumns = { subjectType: ReportedType; subjectId: number; isPicture: boolean }

export function toReportSubjectColumns(subject: ReportSubject): SubjectColumns {
  return subject.type === 'picture'
    ? { subjectType: subject.of, subjectId: subject.id, isPicture: true }
    : { subjectType: subject.type, subjectId: subject.id, isPicture: false }
}

/** A member's `key` is their name: no page shows their number. */
export function toReportTarget(subject: ReportSubjectInput, reporter: UserId | null) {
  if (subject.type === 'own_data') return { type: subject.type, key: reporter, isPicture: false }
  if (subject.type === 'user') {
    return { type: subject.type, key: subject.username.toLowerCase(), isPicture: false }
  }
  const isPicture = subject.type === 'picture'
  return { type: isPicture ? subject.of : subject.type, key: subject.id, isPicture }
}

export function toSubject({ subjectType, subjectId, isPicture }: SubjectColumns): ReportSubject {
  return isPicture && v.is(ReportedPage, subjectType)
    ? { type: 'picture', of: subjectType, id: subjectId }
    : { type: subjectType, id: subjectId }
}

/** Reports `q` about one subject that are open, or were decided together. */
const q = alias(reports, 'q')
const singleReport = alias(reports, 'one')
const moderator = alias(users, 'moderator')
const reader = alias(users, 'reader')

const groupColumns = {
  id: sql`min(${reports.id}) as id`,
  newest: sql`max(${reports.id}) as newest`,
  type: reports.subjectType,
  subject: reports.subjectId,
  picture: reports.isPicture,
  // Members and networks have one report in each.
  reporters: sql`count(*) as reporters`,
  first: sql`min(${reports.createdAt}) as created_at`,
  last: sql`max(${reports.createdAt}) as last_at`,
  decidedAt: reports.decidedAt,
  outcome: reports.outcome,
  decidedBy: reports.decidedBy,
  // The same of all that were decided together.
  answer: sql`max(${reports.answer}) as answer`,
}

/** In terms of the indexes `reports_open` and `reports_decided`. */
const states = {
  open: {
    isListed: sql`${reports.decidedAt} is null`,
    group: sql`${reports.subjectType}, ${reports.subjectId}, ${reports.isPicture}`,
    isOfGroup: sql`${singleReport.decidedAt} is null`,
  },
  decided: {
    isListed: sql`${reports.decidedAt} is not null`,
    group: sql`${reports.decidedAt}, ${reports.subjectType}, ${reports.subjectId}, ${reports.isPicture}`,
    isOfGroup: sql`${singleReport.decidedAt} = ${q.decidedAt}`,
  },
}
type ReportState = keyof typeof states

type ReportedTable = SubjectTable & {
  /** By which it is reported. */
  key: Column
  isVisible: (now: SQL) => SQL
  /** The files that it shows now; null for those that are drawn. */
  pictures: SQL[]
}
export const reportedTables: Record<ReportedType, ReportedTable> = {
  event: {
    ...auditSubjects.event,
    key: events.id,
    isVisible: () => equals(events.status, 'approved'),
    pictures: [eventPicturePathSql(events.id, events.thumbnailPath)],
  },
  streamer: {
    ...auditSubjects.streamer,
    key: streamers.id,
    isVisible: () => sql`true`,
    pictures: [
      streamerPicturePathSql(streamers.id, streamers.avatarPath),
      sql`${streamers.bannerPath}`,
    ],
  },
  article: {
    ...auditSubjects.article,
    key: articles.id,
    isVisible: isPublicArticle,
    pictures: [sql`${articles.coverPath}`],
  },
  deal: {
    ...auditSubjects.deal,
    key: deals.id,
    isVisible: (now) => sql`(${deals.startAt} <= ${now} and ${deals.endAt} > ${now})`,
    address: sql`null`,
    pictures: [sql`${deals.imagePath}`],
  },
  /** Members whose name or face a page shows. */
  user: {
    ...auditSubjects.user,
    key: users.usernameKey,
    isVisible: () =>
      sql`(${users.isActive} = 1 and (${users.isListed} = 1 or ${users.isShownOnHypes} = 1))`,
    address: sql`null`,
    pictures: [sql`${users.avatarPath}`],
  },
  own_data: {
    ...auditSubjects.user,
    key: users.id,
    isVisible: () => sql`true`,
    address: sql`null`,
    pictures: [],
  },
}

/** JSON: name, address and a list of pictures; null where it is gone. */
function subjectDescriptionSql(now: number): SQL<string | null> {
  const cases = Object.entries(reportedTables).map(
    ([type, { table, name, address, isVisible, pictures }]) => sql`when ${sql.raw(`'${type}'`)} then
      (select json_array(${name}, iif(${isVisible(sql`${now}`)}, ${address}, null),
          json_array(${sql.join(pictures, sql`, `)}))
        from ${table} where ${table.id} = ${q.subjectId})`,
  )
  return sql<string | null>`case ${q.subjectType} ${sql.join(cases, sql` `)} end`
}

function reportedSubjectColumns(state: ReportState, { now, actor }: Ctx<Moderator>) {
  const isOfGroup = sql`${singleReport.subjectType} = ${q.subjectType} and ${singleReport.subjectId} = ${q.subjectId}
    and ${singleReport.isPicture} = ${q.isPicture} and ${states[state].isOfGroup}`
  const isAdmin = sql`exists (select 1 from ${reader}
    where ${reader.id} = ${actor.userId} and ${equals(reader.role, 'admin')})`
  return {
    id: q.id,
    newest_id: sql<number>`q.newest`,
    subjectType: q.subjectType,
    subjectId: q.subjectId,
    isPicture: q.isPicture,
    subject: subjectDescriptionSql(now),
    reporters: sql<number>`q.reporters`,
    reasons: jsonRowList(
      { reason: singleReport.reason, count: sql<number>`one.count` },
      sql`from (select ${singleReport.reason} as reason, count(*) as count from ${singleReport} where ${isOfGroup}
        group by ${singleReport.reason} order by count(*) desc, min(${singleReport.id})) one`,
    ),
    texts: jsonRowList(
      {
        reason: singleReport.reason,
        text: sql<string>`one.text`,
        at: instantSql(singleReport.createdAt),
        isVisitor: booleanSql(sql`one.user_id is null`),
        name: sql<string | null>`iif(${isAdmin}, one.name, null)`,
        sealedEmail: sql<string | null>`iif(${isAdmin}, one.sealed_email, null)`,
      },
      sql`from (select * from ${singleReport} where ${isOfGroup} and ${singleReport.text} is not null
        order by ${singleReport.id} desc limit ${textsShown}) one`,
    ),
    first_at: instantSql(q.createdAt),
    last_at: instantSql(sql<number>`q.last_at`),
    decision: jsonRow(
      {
        outcome: notNullable(q.outcome),
        by: nullable(moderator.username),
        at: instantSql(notNullable(q.decidedAt)),
        answer: q.answer,
      },
      (row) => sql`iif(${q.decidedAt} is null, null, ${row})`,
    ),
  }
}
type ReportedSubjectRow = RowOf<ReturnType<typeof reportedSubjectColumns>>

export function buildReportGroupsSql(state: ReportState): SQL {
  const { isListed, group } = states[state]
  return sql`select ${sql.join(Object.values(groupColumns), sql`, `)} from ${reports}
    where ${isListed} group by ${group}`
}

export function selectReportedSubjects(
  ctx: Ctx<Moderator>,
  state: ReportState,
  limit: SQL,
): Statement<ReportedSubjectRow[]> {
  const order =
    state === 'open'
      ? sql`min(${reports.id})`
      : sql`${reports.decidedAt} desc, min(${reports.id}) desc`
  const sortColumns = state === 'open' ? sql`${q.id}` : sql`${q.decidedAt} desc, ${q.id} desc`
  return select(
    reportedSubjectColumns(state, ctx),
    sql`from (${buildReportGroupsSql(state)} order by ${order} ${limit}) q
      left join ${moderator} on ${moderator.id} = ${q.decidedBy} order by ${sortColumns}`,
  )
}

type SubjectDescription = [name: string, address: string | null, pictures: (string | null)[]]

export function toReportedSubject(
  { config }: Ctx,
  { subject, subjectType, subjectId, isPicture, texts, ...shown }: ReportedSubjectRow,
): ReportedSubjectView {
  const described = subject === null ? null : (JSON.parse(subject) as SubjectDescription)
  const [name, address, pictures] = described ?? [null, null, []]
  const showsPictures = isPicture || subjectType === 'user' || subjectType === 'deal'
  const keys = listEncryptionKeys(config)
  return {
    ...shown,
    subject: toSubject({ subjectType, subjectId, isPicture }),
    name,
    address,
    pictures: showsPictures ? pictures.flatMap((path) => path ?? []) : [],
    texts: texts.map(({ isVisitor, name: by, sealedEmail, ...words }) => {
      const email = sealedEmail === null ? null : decrypt(keys, sealedEmail)
      return { ...words, by: isVisitor ? { name: by, email } : null }
    }),
  }
}
