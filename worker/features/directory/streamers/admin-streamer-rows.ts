import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId, UserId } from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { avatarPath } from '#worker/features/media/generated-images/paths.ts'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'
import { AppError } from '#worker/api/errors.ts'
import { participatedEvents } from './participations.ts'
import type { AdminStreamerAccount, AdminStreamer } from './contract.ts'

export type AdminStreamerRow = {
  id: StreamerId
  displayName: string
  language: Language | null
  avatar: string | null
  featuredAt: number | null
  userId: UserId | null
  member: string | null
  /** JSON: id, platform, name, whether it is verified; what is wrong with it, since when, its new name. */
  accounts: string
  followers: number
  events: number
  createdAt: number
}

/** Of a streamer `s`. */
const columns: Columns<AdminStreamerRow> = {
  id: 's.id',
  displayName: 's.display_name',
  language: 's.language',
  avatar: 's.avatar_path',
  featuredAt: 's.featured_at',
  userId: 's.user_id',
  member: '(select username from users where id = s.user_id)',
  accounts: `(select json_group_array(json_array(a.id, a.platform, a.name, a.verified_at is not null,
     c.problem, c.noticed_at, c.new_name)) || ''
   from (select * from streaming_accounts where streamer_id = s.id order by id) a
   left join channels c on c.platform = a.platform and c.name_key = a.name_key)`,
  followers: 's.follow_count',
  events: sql`(select count(*) from events e where e.id in (${participatedEvents(sql`s.id`)}))`,
  createdAt: 's.created_at',
}

export function selectAdminStreamers({ db }: Ctx, tail: SQL): Statement<AdminStreamerRow[]> {
  return rows<AdminStreamerRow>(db, sql`select ${named(columns)} from streamers s ${tail}`)
}

export function selectAdminStreamer(ctx: Ctx, id: SQL | number): Statement<AdminStreamerRow[]> {
  return selectAdminStreamers(ctx, sql`where s.id = ${id}`)
}

type Problem = AdminStreamerAccount['problem']
type ProblemCells = [
  kind: 'unknown' | 'renamed' | null,
  since: number | null,
  newName: string | null,
]
type AccountTuple = [number, Platform, string, 0 | 1, ...ProblemCells]

function toProblem(...[kind, since, newName]: ProblemCells): Problem {
  if (kind === null) return null
  const noticed = toInstant(since ?? 0)
  return kind === 'renamed' && newName !== null
    ? { kind, new_name: newName, since: noticed }
    : { kind: 'unknown', since: noticed }
}

export function toAdminStreamer(row: AdminStreamerRow): AdminStreamer {
  const accounts = JSON.parse(row.accounts) as AccountTuple[]
  return {
    id: row.id,
    display_name: row.displayName,
    language: row.language,
    avatar_path: row.avatar,
    picture_path: row.avatar ?? avatarPath(row.id, row.displayName),
    is_featured: row.featuredAt !== null,
    member: row.member,
    accounts: accounts.map(([id, platform, name, isVerified, ...problem]) => ({
      id,
      platform,
      name,
      url: platforms[platform].watchUrl(accountKey(name)),
      is_verified: Boolean(isVerified),
      problem: toProblem(...problem),
    })),
    followers: row.followers,
    events: row.events,
    created_at: toInstant(row.createdAt),
  }
}

export function requireStreamer([row]: AdminStreamerRow[]): AdminStreamer {
  if (!row) throw new AppError('not_found', 'streamer_not_found')
  return toAdminStreamer(row)
}
