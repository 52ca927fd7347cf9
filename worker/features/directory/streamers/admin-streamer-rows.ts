import { sql, type SQL } from 'drizzle-orm'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { a, e, s } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql, instantSql, jsonRowList, nullable, type RowOf } from '#worker/db/row.ts'
import { channels } from '#worker/db/schema/live.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { existing, first, select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  channelPictureState,
  streamerPicturePathSql,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import { streamerAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { participatedEventIds } from './participations.ts'
import { accountColumns, streamerAccountsFromClause, toAccount } from './streamer-rows.ts'
import type { AdminStreamerAccount, AdminStreamer } from './contract.ts'

const c = alias(channels, 'c')

const adminAccountColumns = {
  id: a.id,
  ...accountColumns,
  problem: nullable(c.problem),
  noticedAt: instantSql(sql<number>`coalesce(${c.noticedAt}, 0)`),
  newName: nullable(c.newName),
  platform_picture: channelPictureState(a.platform, a.nameKey),
}
type AdminAccountRow = RowOf<typeof adminAccountColumns>

const columns = {
  id: s.id,
  display_name: s.displayName,
  language: s.language,
  avatar_path: s.avatarPath,
  banner_path: s.bannerPath,
  bio: s.bio,
  links: s.links,
  picture: streamerPicturePathSql(s.id, s.avatarPath),
  is_featured: booleanSql(sql`${s.featuredAt} is not null`),
  is_listed: booleanSql(sql`${s.unlistedAt} is null`),
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
  created_at: instantSql(s.createdAt),
}
export type AdminStreamerRow = RowOf<typeof columns>

export function selectAdminStreamers(tail: SQL): Statement<AdminStreamerRow[]> {
  return select(columns, sql`from ${s} ${tail}`)
}

export function selectAdminStreamer(id: SQL | StreamerId): Statement<AdminStreamerRow | undefined> {
  return first(selectAdminStreamers(sql`where ${s.id} = ${id}`))
}

export function selectExistingStreamer(id: StreamerId): Statement<AdminStreamerRow> {
  return existing(selectAdminStreamers(sql`where ${s.id} = ${id}`), 'streamer_not_found')
}

function toAccountProblem({
  problem,
  noticedAt: since,
  newName,
}: AdminAccountRow): AdminStreamerAccount['problem'] {
  if (problem === null) return null
  return problem === 'renamed' && newName !== null
    ? { kind: problem, new_name: newName, since }
    : { kind: 'unknown', since }
}

export function toAdminStreamer(row: AdminStreamerRow): AdminStreamer {
  const { userId: _, picture, ...streamer } = row
  return {
    ...streamer,
    picture_path: picture ?? streamerAvatarPath(streamer),
    accounts: row.accounts.map((account) => ({
      ...{ id: account.id, platform_picture: account.platform_picture },
      ...toAccount(account),
      problem: toAccountProblem(account),
    })),
  }
}
