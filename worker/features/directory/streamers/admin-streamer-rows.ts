import { sql, type SQL } from 'drizzle-orm'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { a, e, s } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { jsonRowList, nullable, type RowOf } from '#worker/db/row.ts'
import { channels } from '#worker/db/schema/live.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { first, select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  channelPictureState,
  streamerPicturePathSql,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import { streamerAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import { participatedEventIds } from './participations.ts'
import { accountColumns, streamerAccountsFromClause, toAccount } from './streamer-rows.ts'
import type { AdminStreamerAccount, AdminStreamer } from './contract.ts'

const c = alias(channels, 'c')

const adminAccountColumns = {
  id: a.id,
  ...accountColumns,
  problem: nullable(c.problem),
  noticedAt: nullable(c.noticedAt),
  newName: nullable(c.newName),
  picture: channelPictureState(a.platform, a.nameKey),
}
type AdminAccountRow = RowOf<typeof adminAccountColumns>

const columns = {
  id: s.id,
  displayName: s.displayName,
  language: s.language,
  avatar: s.avatarPath,
  bannerPath: s.bannerPath,
  bio: s.bio,
  links: s.links,
  picture: streamerPicturePathSql(s.id, s.avatarPath),
  featuredAt: s.featuredAt,
  userId: s.userId,
  member: sql<
    string | null
  >`(select ${users.username} from ${users} where ${users.id} = ${s.userId})`,
  accounts: jsonRowList(
    adminAccountColumns,
    sql`${streamerAccountsFromClause}
      left join ${c} on ${c.platform} = ${a.platform} and ${c.nameKey} = ${a.nameKey}`,
  ),
  followers: s.followCount,
  events: sql<number>`(select count(*) from ${e} where ${e.id} in (${participatedEventIds(s.id)}))`,
  createdAt: s.createdAt,
}
export type AdminStreamerRow = RowOf<typeof columns>

export function selectAdminStreamers(tail: SQL): Statement<AdminStreamerRow[]> {
  return select(columns, sql`from ${s} ${tail}`)
}

export function selectAdminStreamer(id: SQL | StreamerId): Statement<AdminStreamerRow | undefined> {
  return first(selectAdminStreamers(sql`where ${s.id} = ${id}`))
}

function toAccountProblem({
  problem,
  noticedAt,
  newName,
}: AdminAccountRow): AdminStreamerAccount['problem'] {
  if (problem === null) return null
  const since = toInstant(noticedAt ?? 0)
  return problem === 'renamed' && newName !== null
    ? { kind: problem, new_name: newName, since }
    : { kind: 'unknown', since }
}

export function toAdminStreamer(row: AdminStreamerRow): AdminStreamer {
  const { id, displayName: display_name, accounts } = row
  return {
    id,
    display_name,
    language: row.language,
    avatar_path: row.avatar,
    picture_path: row.picture ?? streamerAvatarPath({ id, display_name, accounts }),
    banner_path: row.bannerPath,
    bio: row.bio,
    links: row.links,
    is_featured: row.featuredAt !== null,
    member: row.member,
    accounts: accounts.map((account) => ({
      id: account.id,
      ...toAccount(account),
      problem: toAccountProblem(account),
      platform_picture: account.picture,
    })),
    followers: row.followers,
    events: row.events,
    created_at: toInstant(row.createdAt),
  }
}

export function requireStreamer(row: AdminStreamerRow | undefined): AdminStreamer {
  if (!row) throw new AppError('not_found', 'streamer_not_found')
  return toAdminStreamer(row)
}
