import { sql } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'
import { m } from '#messages'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { instantSql, type RowOf } from '#worker/db/row.ts'
import { games, streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { assertExists, prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { isBuiltInArticleSlug, type BuiltInArticleSlug } from '#worker/features/articles/paths.ts'
import type { LedgerEntry, LedgerQuery, LedgerSubject } from './contract.ts'

const subjectNames = {
  event: { table: events, id: events.id, name: events.name },
  streamer: { table: streamers, id: streamers.id, name: streamers.displayName },
  game: { table: games, id: games.id, name: games.name },
  article: { table: articles, id: articles.id, name: articles.title },
}

const x = alias(xpEntries, 'x')
const nameCases = Object.entries(subjectNames).map(
  ([
    type,
    { table, id, name },
  ]) => sql`when ${sql.raw(`'${type}'`)} then (select ${name} from ${table}
    where ${id} = cast(substr(${x.subject}, ${literal(type.length + 2)}) as integer))`,
)
const columns = {
  id: x.id,
  action: x.action,
  is_reversal: x.isReversal,
  points: x.points,
  subject: x.subject,
  name: sql<string | null>`case substr(${x.subject}, 1, instr(${x.subject}, ':') - 1)
    ${sql.join(nameCases, sql` `)} end`,
  reason: x.reason,
  at: instantSql(x.at),
}
type LedgerEntryRow = RowOf<typeof columns>

const assertMember = prepare(({ id }: Params<{ id: UserId }>) =>
  assertExists(users, sql`${users.id} = ${id}`, 'user_not_found'),
)

/** @throws AppError `user_not_found` */
export async function listLedger(
  ctx: Ctx<Moderator>,
  id: UserId,
  query: LedgerQuery,
): Promise<AdminPage<LedgerEntry>> {
  const entries = sql`${x} where ${x.userId} = ${id}`
  const newestFirst = sql`order by ${x.at} desc, ${x.id} desc`
  const found = select(
    columns,
    sql`from (select ${x.id} from ${entries} ${newestFirst} ${pageLimit(query)}) wanted
      cross join ${x} on ${x.id} = wanted.id ${newestFirst}`,
  )
  const { ledger } = await read(ctx, {
    member: assertMember({ id }),
    ledger: selectAdminPage(query, found, entries, (row) => toLedgerEntry(row, ctx.locale)),
  })
  return ledger
}

const fixedNames: Record<BuiltInArticleSlug, (locale: Locale) => string> = {
  'what-to-watch-this-week': (locale) => m.week_title({}, { locale }),
  'zevent-2025-guide': () => 'ZEvent 2025',
}

type SubjectCells = Pick<LedgerEntryRow, 'subject' | 'name'>

function toLedgerSubject({ subject, name }: SubjectCells, locale: Locale): LedgerSubject | null {
  const type = subject.slice(0, subject.indexOf(':'))
  const identifier = subject.slice(type.length + 1)
  switch (type) {
    case 'article':
      return {
        type,
        name: isBuiltInArticleSlug(identifier) ? fixedNames[identifier](locale) : name,
      }
    case 'event':
    case 'streamer':
    case 'game':
      return { type, name }
    case 'account':
    case 'day':
      return { type, name: identifier }
    default:
      return null
  }
}

function toLedgerEntry(row: LedgerEntryRow, locale: Locale): LedgerEntry {
  const { subject, name, ...entry } = row
  return { ...entry, subject: toLedgerSubject({ subject, name }, locale) }
}
