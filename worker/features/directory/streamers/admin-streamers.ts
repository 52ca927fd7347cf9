import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { a, s } from '#worker/db/aliases.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { contains } from '#worker/db/conditions.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { channels } from '#worker/db/schema/live.ts'
import { alias } from '#worker/db/write-sql.ts'
import { valuesConditionSql, withNewId, insert, remove, update } from '#worker/db/writes.ts'
import { auditChange, nameChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { toNameKey } from '#worker/features/directory/names.ts'
import { deleteRedirects, mergeableStreamer } from '#worker/features/directory/merging.ts'
import { tellDecision, toEntryReasons } from '#worker/audit/tell-decision.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { AppError } from '#worker/api/errors.ts'
import { isUnusedStreamer } from './participations.ts'
import { isNameOfAnotherStreamer, isUnprovenStreamer } from './unproven.ts'
import {
  selectExistingStreamer,
  selectAdminStreamers,
  selectAdminStreamer,
  toAdminStreamer,
  type AdminStreamerRow,
} from './admin-streamer-rows.ts'
import type {
  AdminStreamer,
  AdminStreamersQuery,
  NewStreamerInput,
  StreamerFilter,
  StreamerChangeInput,
} from './contract.ts'

const c = alias(channels, 'c')

const orders: Record<AdminStreamersQuery['sort'], SQL> = {
  name: sql`${s.nameKey}, ${s.id}`,
  '-name': sql`${s.nameKey} desc, ${s.id} desc`,
  popularity: sql`${s.followCount}, ${s.platformFollowers}, ${s.id} desc`,
  '-popularity': sql`${s.followCount} desc, ${s.platformFollowers} desc, ${s.id}`,
  // Ids are given in the order of creation.
  created: sql`${s.id}`,
  '-created': sql`${s.id} desc`,
}

const filters: Record<StreamerFilter, SQL> = {
  all: sql`true`,
  featured: sql`${s.featuredAt} is not null`,
  to_verify: sql`${s.userId} is not null and exists (select 1 from ${a}
    where ${a.streamerId} = ${s.id} and ${a.verifiedAt} is null)`,
  problem: sql`${s.id} in (select ${a.streamerId} from ${c} join ${a}
    on ${a.platform} = ${c.platform} and ${a.nameKey} = ${c.nameKey}
    where ${c.problem} is not null)`,
  unlisted: sql`${s.unlistedAt} is not null`,
  name: sql`${isUnprovenStreamer(s)}
    and (${s.isNameReserved} or ${isNameOfAnotherStreamer(sql`${s.nameSkeleton}`, sql`${s.nameKey}`, sql`${s.id}`)})`,
}

function matchesStreamerName(q: string): SQL {
  if (q === '') return sql`true`
  return sql`(${contains(s.nameKey, toNameKey(q))} or ${s.id} in (select ${a.streamerId}
    from ${a} where ${contains(a.nameKey, accountKey(q))}))`
}

export function listAdminStreamers(
  ctx: Ctx<Moderator>,
  query: AdminStreamersQuery,
): Promise<AdminPage<AdminStreamer>> {
  const where = sql`where ${filters[query.show]} and ${matchesStreamerName(query.q)}`
  const order = orders[query.sort]
  const found = selectAdminStreamers(sql`${where} order by ${order} ${pageLimit(query)}`)
  return read(ctx, selectAdminPage(query, found, sql`${s} ${where}`, toAdminStreamer))
}

/** @throws AppError `account_taken` */
export async function createStreamer(
  ctx: Ctx<Moderator>,
  {
    display_name,
    language,
    avatar_path,
    banner_path,
    bio = '',
    links = [],
    account,
  }: NewStreamerInput,
): Promise<AdminStreamer> {
  const key = accountKey(account.name)
  const { platform } = account
  const createdAt = ctx.now
  const owner = sql<StreamerId>`(select ${streamingAccounts.streamerId} from ${streamingAccounts}
    where ${streamingAccounts.platform} = ${platform} and ${streamingAccounts.nameKey} = ${key})`
  const { inserted, created } = await write(ctx, {
    inserted: withNewId(
      insert(
        streamers,
        {
          displayName: display_name,
          nameKey: toNameKey(display_name),
          language,
          avatarPath: avatar_path,
          bannerPath: banner_path,
          bio: bio || null,
          links,
          createdAt,
        },
        { where: sql`${owner} is null` },
      ),
      (streamerId: SQL<StreamerId>) =>
        auditChange(
          ctx,
          insert(streamingAccounts, {
            streamerId,
            platform,
            name: account.name,
            nameKey: key,
            createdAt,
          }),
          { act: 'create', subject: 'streamer', id: owner, to: display_name },
        ),
    ),
    created: selectAdminStreamer(owner),
  })
  if (!inserted.hasChanged || !created) throw new AppError('conflict', 'account_taken')
  await queuePurge(ctx, { type: 'streamer', id: created.id })
  return toAdminStreamer(created)
}

/** Takes something off the page of another member. */
function isReducing(
  { actor }: Ctx<Moderator>,
  { userId, avatar_path, banner_path, bio, links }: AdminStreamerRow,
  after: Pick<typeof streamers.$inferSelect, 'avatarPath' | 'bannerPath' | 'bio' | 'links'>,
): boolean {
  if (userId === null || userId === actor.userId) return false
  return (
    (avatar_path !== null && after.avatarPath === null) ||
    (banner_path !== null && after.bannerPath === null) ||
    (bio !== null && after.bio === null) ||
    links.length > after.links.length
  )
}

/** Its member is told what was taken off. @throws AppError `streamer_not_found`, `reasons_required` */
export async function changeStreamer(
  ctx: Ctx<Moderator>,
  id: StreamerId,
  { display_name, language, avatar_path, banner_path, bio, links, reasons }: StreamerChangeInput,
): Promise<AdminStreamer> {
  const { before } = await read(ctx, { before: selectExistingStreamer(id) })
  const values = {
    displayName: display_name,
    language,
    avatarPath: avatar_path,
    bannerPath: banner_path === undefined ? before.banner_path : banner_path,
    bio: bio === undefined ? before.bio : bio || null,
    links: links ?? before.links,
  }
  const told = isReducing(ctx, before, values) ? reasons : null
  if (told === undefined) throw new AppError('conflict', 'reasons_required')
  const decision = { act: 'edit', subject: 'streamer', id } as const
  const renamed = nameChange(before.display_name, display_name)
  const { changed, after } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(
        streamers,
        { ...values, nameKey: toNameKey(display_name) },
        {
          where: sql`${streamers.id} = ${id} and not ${valuesConditionSql(streamers, values)}`,
        },
      ),
      { ...decision, ...renamed, ...toEntryReasons(told) },
      tellDecision(ctx, decision, told),
    ),
    after: selectExistingStreamer(id),
  })
  await sendQueuedDeliveries(ctx, changed.hasChanged ? changed.notice.flat() : [])
  if (changed.hasChanged) await queuePurge(ctx, { type: 'streamer', id })
  return toAdminStreamer(after)
}

/** @throws AppError `streamer_not_found` */
export async function featureStreamer(
  ctx: Ctx<Moderator>,
  id: StreamerId,
  isFeatured: boolean,
): Promise<AdminStreamer> {
  const { changed, after } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(
        streamers,
        { featuredAt: isFeatured ? ctx.now : null },
        {
          where: sql`${streamers.id} = ${id}
            and (${streamers.featuredAt} is not null) <> ${Number(isFeatured)}`,
        },
      ),
      { act: isFeatured ? 'feature' : 'unfeature', subject: 'streamer', id },
    ),
    after: selectExistingStreamer(id),
  })
  if (changed.hasChanged) await queuePurge(ctx, { type: 'streamer', id })
  return toAdminStreamer(after)
}

/**
 * Only who has no event, follower or member: all else is merged.
 * @throws AppError `streamer_not_found`, `streamer_in_use`, which says by how many of what
 */
export async function deleteStreamer(ctx: Ctx<Moderator>, id: StreamerId): Promise<void> {
  const { before } = await read(ctx, { before: selectExistingStreamer(id) })
  const { deleted, left } = await write(ctx, {
    deleted: auditChange(
      ctx,
      remove(streamers, {
        where: sql`${streamers.id} = ${id} and ${isUnusedStreamer}`,
      }),
      { act: 'delete', subject: 'streamer', id, from: before.display_name },
    ),
    redirects: deleteRedirects(mergeableStreamer, id),
    left: selectAdminStreamer(id),
  })
  if (left) {
    const { events, followers, member } = left
    throw new AppError('conflict', 'streamer_in_use', { details: { events, followers, member } })
  }
  if (deleted.hasChanged) await queuePurge(ctx, { type: 'streamer', id })
}
