import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { audit, nameChange } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { nameKeyOf } from '#worker/features/imports/files/names.ts'
import { deleteRedirects } from '#worker/features/directory/merging.ts'
import { AppError } from '#worker/api/errors.ts'
import { participatedEvents } from './participations.ts'
import {
  requireStreamer,
  selectAdminStreamers,
  selectAdminStreamer,
  toAdminStreamer,
} from './admin-streamer-rows.ts'
import type {
  AdminStreamer,
  AdminStreamersQuery,
  NewStreamerInput,
  StreamerFilter,
  StreamerInput,
} from './contract.ts'

const orders: Record<AdminStreamersQuery['sort'], SQL> = {
  name: sql`s.name_key, s.id`,
  '-name': sql`s.name_key desc, s.id desc`,
  popularity: sql`s.follow_count, s.followers, s.id desc`,
  '-popularity': sql`s.follow_count desc, s.followers desc, s.id`,
  // Ids are given in the order of creation.
  created: sql`s.id`,
  '-created': sql`s.id desc`,
}

const filters: Record<StreamerFilter, SQL> = {
  all: sql`true`,
  featured: sql`s.featured_at is not null`,
  to_verify: sql`s.user_id is not null and exists (select 1 from streaming_accounts a
    where a.streamer_id = s.id and a.verified_at is null)`,
  problem: sql`s.id in (select a.streamer_id from channels c join streaming_accounts a
    on a.platform = c.platform and a.name_key = c.name_key where c.problem is not null)`,
}

function isNamed(q: string): SQL {
  if (q === '') return sql`true`
  return sql`(${contains(sql`s.name_key`, nameKeyOf(q))} or s.id in (select streamer_id
    from streaming_accounts where ${contains(sql`name_key`, accountKey(q))}))`
}

export async function listAdminStreamers(
  ctx: Ctx<Moderator>,
  { q, show, sort, ...paging }: AdminStreamersQuery,
): Promise<AdminPage<AdminStreamer>> {
  const where = sql`${filters[show]} and ${isNamed(q)}`
  const [found, total] = await read(ctx, [
    selectAdminStreamers(ctx, sql`where ${where} order by ${orders[sort]} ${pageLimit(paging)}`),
    selectTotal(sql`streamers s where ${where}`),
  ])
  return toAdminPage(paging, found.map(toAdminStreamer), total)
}

/**
 * A streamer nobody stands behind yet, known by a channel.
 * @throws AppError `account_taken`
 */
export async function createStreamer(
  ctx: Ctx<Moderator>,
  { display_name, language, avatar_path, account }: NewStreamerInput,
): Promise<AdminStreamer> {
  const { db, now } = ctx
  const key = accountKey(account.name)
  const { platform } = account
  const made = sql`(select id from streamers where id = last_insert_rowid())`
  const own = sql`(select streamer_id from streaming_accounts
    where platform = ${platform} and name_key = ${key})`
  const [inserted, , , created] = await write(ctx, [
    rows<{ id: StreamerId }>(
      db,
      sql`insert into streamers (display_name, name_key, language, avatar_path, created_at)
        select ${display_name}, ${nameKeyOf(display_name)}, ${language}, ${avatar_path}, ${now}
        where ${own} is null returning id`,
    ),
    rows(
      db,
      sql`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
        select ${made}, ${platform}, ${account.name}, ${key}, ${now} where changes() = 1`,
    ),
    audit(ctx, {
      act: 'create',
      subject: 'streamer',
      id: own,
      to: display_name,
      when: sql`changes() = 1`,
    }),
    selectAdminStreamer(ctx, own),
  ])
  if (inserted.length === 0) throw new AppError('conflict', 'account_taken')
  const streamer = requireStreamer(created)
  await queuePurge(ctx, { type: 'streamer', id: streamer.id })
  return streamer
}

/** @throws AppError `streamer_not_found` */
export async function changeStreamer(
  ctx: Ctx<Moderator>,
  id: StreamerId,
  { display_name, language, avatar_path }: StreamerInput,
): Promise<AdminStreamer> {
  const [[before]] = await read(ctx, [selectAdminStreamer(ctx, id)])
  if (!before) throw new AppError('not_found', 'streamer_not_found')
  const [changed, , after] = await write(ctx, [
    rows<{ id: StreamerId }>(
      ctx.db,
      sql`update streamers set display_name = ${display_name},
          name_key = ${nameKeyOf(display_name)}, language = ${language}, avatar_path = ${avatar_path}
        where id = ${id} and (display_name, language, avatar_path)
          is not (${display_name}, ${language}, ${avatar_path}) returning id`,
    ),
    audit(ctx, {
      act: 'edit',
      subject: 'streamer',
      id,
      ...nameChange(before.displayName, display_name),
      when: sql`changes() = 1`,
    }),
    selectAdminStreamer(ctx, id),
  ])
  if (changed.length > 0) await queuePurge(ctx, { type: 'streamer', id })
  return requireStreamer(after)
}

/**
 * Featured ones stand first among streamers, the latest choice before all others.
 * @throws AppError `streamer_not_found`
 */
export async function featureStreamer(
  ctx: Ctx<Moderator>,
  id: StreamerId,
  isFeatured: boolean,
): Promise<AdminStreamer> {
  const [changed, , after] = await write(ctx, [
    rows<{ id: StreamerId }>(
      ctx.db,
      sql`update streamers set featured_at = ${isFeatured ? ctx.now : null}
        where id = ${id} and (featured_at is not null) <> ${Number(isFeatured)} returning id`,
    ),
    audit(ctx, {
      act: isFeatured ? 'feature' : 'unfeature',
      subject: 'streamer',
      id,
      when: sql`changes() = 1`,
    }),
    selectAdminStreamer(ctx, id),
  ])
  if (changed.length > 0) await queuePurge(ctx, { type: 'streamer', id })
  return requireStreamer(after)
}

/**
 * Only who has no event, follower or member: all else is merged.
 * @throws AppError `streamer_not_found`, `streamer_in_use`, which says by how many of what
 */
export async function deleteStreamer(ctx: Ctx<Moderator>, id: StreamerId): Promise<void> {
  const { db } = ctx
  const [[before]] = await read(ctx, [selectAdminStreamer(ctx, id)])
  if (!before) throw new AppError('not_found', 'streamer_not_found')
  const [deleted, , , [left]] = await write(ctx, [
    rows<{ id: StreamerId }>(
      db,
      sql`delete from streamers where id = ${id} and user_id is null
        and not exists (${participatedEvents(sql`${id}`)})
        and not exists (select 1 from streamer_follows where streamer_id = ${id}) returning id`,
    ),
    audit(ctx, {
      act: 'delete',
      subject: 'streamer',
      id,
      from: before.displayName,
      when: sql`changes() = 1`,
    }),
    rows(db, deleteRedirects('streamer', id)),
    selectAdminStreamer(ctx, id),
  ])
  if (left) {
    const { events, followers, member } = left
    throw new AppError('conflict', 'streamer_in_use', { details: { events, followers, member } })
  }
  if (deleted.length > 0) await queuePurge(ctx, { type: 'streamer', id })
}
