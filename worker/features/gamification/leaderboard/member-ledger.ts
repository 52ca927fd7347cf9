import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows } from '#worker/db/client.ts'
import { isFixedArticle, type FixedArticle } from '#worker/features/articles/article-slugs.ts'
import { AppError } from '#worker/api/errors.ts'
import type { LedgerEntry, LedgerQuery, LedgerSubject } from './contract.ts'

type EntryRow = {
  id: number
  action: string
  isReversal: number
  points: number
  /** As in `event:12`. */
  subject: string
  /** What the subject is called, where it is a row. */
  name: string | null
  reason: string | null
  at: number
}

const subjectTables = {
  event: 'select name from events',
  streamer: 'select display_name from streamers',
  game: 'select name from games',
  article: 'select title from articles',
}

const nameColumn = sql.raw(
  `case substr(x.subject, 1, instr(x.subject, ':') - 1) ${Object.entries(subjectTables)
    .map(
      ([type, select]) =>
        `when '${type}' then (${select} where id = cast(substr(x.subject, ${type.length + 2}) as integer))`,
    )
    .join(' ')} end`,
)

/**
 * A member's entries of the XP ledger, the newest first.
 * @throws AppError `user_not_found`
 */
export async function listLedger(
  ctx: Ctx<Moderator>,
  id: UserId,
  query: LedgerQuery,
): Promise<AdminPage<LedgerEntry>> {
  const entries = sql`xp_entries x where x.user_id = ${id}`
  const [[member], found, total] = await read(ctx, [
    rows(ctx.db, sql`select 1 from users where id = ${id}`),
    rows<EntryRow>(
      ctx.db,
      sql`select x.id, x.action, x.is_reversal as isReversal, x.points, x.subject,
          ${nameColumn} as name, x.reason, x.at
        from (select id from ${entries} order by at desc, id desc ${pageLimit(query)}) wanted
          cross join xp_entries x on x.id = wanted.id order by x.at desc, x.id desc`,
    ),
    selectTotal(ctx.db, entries),
  ])
  if (!member) throw new AppError('not_found', 'user_not_found')
  const items = found.map((row) => toLedgerEntry(row, ctx.locale))
  return toAdminPage(query, items, total)
}

/** Of the articles that are no rows. */
const fixedNames: Record<FixedArticle, (locale: Locale) => string> = {
  'what-to-watch-this-week': (locale) => m.week_title({}, { locale }),
  'zevent-2025-guide': () => 'ZEvent 2025',
}

function subjectOf({ subject, name }: EntryRow, locale: Locale): LedgerSubject | null {
  const type = subject.slice(0, subject.indexOf(':'))
  const rest = subject.slice(type.length + 1)
  switch (type) {
    case 'article':
      return { type, name: isFixedArticle(rest) ? fixedNames[rest](locale) : name }
    case 'event':
    case 'streamer':
    case 'game':
      return { type, name }
    case 'account':
    case 'day':
      return { type, name: rest }
    default:
      return null
  }
}

function toLedgerEntry(row: EntryRow, locale: Locale): LedgerEntry {
  const { id, action, isReversal, points, reason, at } = row
  return {
    id,
    action,
    is_reversal: Boolean(isReversal),
    points,
    subject: subjectOf(row, locale),
    reason,
    at: toInstant(at),
  }
}
