import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { daysWindow } from '#worker/features/events/ranges.ts'
import type { AuditAction, AuditEntryView, AuditQuery, AuditSubject } from './contract.ts'

type EntryRow = {
  id: number
  at: number
  act: AuditAction
  isSystem: 0 | 1
  username: string | null
  type: AuditSubject
  subjectId: number
  /** JSON: the subject's name and address; null where it is gone. */
  subject: string | null
  from: string | null
  to: string | null
  reason: string | null
}

/** What a subject is called, and what its public address is made of while it has one. */
const subjects: Record<AuditSubject, { table: string; name: string; address: string }> = {
  event: { table: 'events', name: 'name', address: `iif(status = 'approved', slug, null)` },
  user: { table: 'users', name: 'username', address: 'username' },
  group: { table: 'event_groups', name: 'name', address: 'slug' },
  article: {
    table: 'articles',
    name: 'title',
    address: `iif(status = 'published', slug, null)`,
  },
  game: { table: 'games', name: 'name', address: 'slug' },
  streamer: { table: 'streamers', name: 'display_name', address: 'cast(id as text)' },
  streaming_account: {
    table: 'streaming_accounts',
    name: 'name',
    address: 'cast(streamer_id as text)',
  },
  deal: { table: 'deals', name: 'title', address: 'title' },
  campaign: { table: 'campaigns', name: 'name', address: 'cast(id as text)' },
  delivery: {
    table: 'deliveries',
    name: `channel || ' → ' || (select username from users where users.id = user_id)`,
    address: 'cast(id as text)',
  },
}

/** Of an entry `a`. */
const subjectColumn = sql.raw(
  `case a.subject_type ${Object.entries(subjects)
    .map(
      ([type, { table, name, address }]) =>
        `when '${type}' then (select json_array(${name}, ${address}) from ${table} where id = a.subject_id)`,
    )
    .join(' ')} end`,
)

function conditions(query: AuditQuery): SQL {
  const { person, subject, subject_id, act } = query
  const { from, to } = daysWindow(query)
  const wanted = [
    person === ''
      ? undefined
      : sql`a.actor_id = (select id from users where username_key = ${person.toLowerCase()})`,
    subject && sql`a.subject_type = ${subject}`,
    subject_id && sql`a.subject_id = ${subject_id}`,
    act && sql`a.act = ${act}`,
    from === undefined ? undefined : sql`a.at >= ${from}`,
    to === undefined ? undefined : sql`a.at < ${to}`,
  ].filter((one) => one !== undefined)
  return wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `)
}

/** The statement that loads entries `a`, the newest first. */
export function selectEntries(
  { db }: Ctx,
  where: SQL,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Statement<EntryRow[]> {
  return rows<EntryRow>(
    db,
    sql`select a.id, a.at, a.act, a.is_clock as isSystem, u.username, a.subject_type as type,
        a.subject_id as subjectId, ${subjectColumn} as subject, a.from_state as "from",
        a.to_state as "to", a.reason
      from audit_entries a left join users u on u.id = a.actor_id where ${where}
      order by a.id desc limit ${limit} offset ${offset}`,
  )
}

/** Entries in the order in which they were written, the newest first. */
export async function listAudit(
  ctx: Ctx<Moderator>,
  query: AuditQuery,
): Promise<AdminPage<AuditEntryView>> {
  const { page, per_page } = query
  const where = conditions(query)
  const [found, total] = await read(ctx, [
    selectEntries(ctx, where, { limit: per_page, offset: (page - 1) * per_page }),
    selectTotal(sql`audit_entries a where ${where}`),
  ])
  return toAdminPage(query, found.map(toEntry), total)
}

function actorOf({ isSystem, username }: EntryRow): AuditEntryView['actor'] {
  if (username !== null) return { kind: 'member', username }
  return { kind: isSystem ? 'clock' : 'former_member' }
}

export function toEntry(row: EntryRow): AuditEntryView {
  const { id, at, act, type, subjectId, from, to, reason } = row
  const [name, address] = (row.subject ? JSON.parse(row.subject) : [null, null]) as [
    string | null,
    string | null,
  ]
  return {
    id,
    at: toInstant(at),
    act,
    actor: actorOf(row),
    subject: { type, id: subjectId, name, address },
    from,
    to,
    reason,
  }
}
