import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { GameId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { g } from '#worker/db/aliases.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import type { Statement } from '#worker/db/client.ts'
import { instantSql, type RowOf } from '#worker/db/row.ts'
import { eventGroups, gameFollows, games } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { existing, first, select } from '#worker/db/statement.ts'
import { valuesConditionSql, insert, remove, update } from '#worker/db/writes.ts'
import { contains } from '#worker/db/conditions.ts'
import { gameThumbnail } from '#worker/features/media/generated-images/paths.ts'
import {
  gamePicturePathSql,
  gamePictureState,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import { auditChange, nameChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import {
  toNameKey,
  selectTakenSlugs,
  createSlugGenerator,
} from '#worker/features/directory/names.ts'
import { deleteRedirects, mergeableGame } from '#worker/features/directory/merging.ts'
import { AppError } from '#worker/api/errors.ts'
import type { AdminGame, AdminGamesQuery, GameInput } from './contract.ts'

const columns = {
  id: g.id,
  slug: g.slug,
  name: g.name,
  description: g.description,
  is_game: g.isGame,
  thumbnail_path: g.thumbnailPath,
  shownPicture: gamePicturePathSql(g.id, g.thumbnailPath),
  platform_picture: gamePictureState(g.id),
  followers: g.followCount,
  events: sql<number>`(select count(*) from ${events} where ${events.gameId} = ${g.id})`,
  groups: sql<number>`(select count(*) from ${eventGroups} where ${eventGroups.gameId} = ${g.id})`,
  created_at: instantSql(g.createdAt),
}
type AdminGameRow = RowOf<typeof columns>

function selectAdminGames(tail: SQL): Statement<AdminGameRow[]> {
  return select(columns, sql`from ${g} ${tail}`)
}

export function selectAdminGame(id: SQL | GameId): Statement<AdminGameRow | undefined> {
  return first(selectAdminGames(sql`where ${g.id} = ${id}`))
}

export function selectExistingGame(id: GameId): Statement<AdminGameRow> {
  return existing(selectAdminGames(sql`where ${g.id} = ${id}`), 'game_not_found')
}

export function toAdminGame({ shownPicture, ...game }: AdminGameRow): AdminGame {
  const { thumbnail_path: picture_path, thumbnail_url } = gameThumbnail(game.id, shownPicture)
  return { ...game, picture_path, thumbnail_url }
}

const orders: Record<AdminGamesQuery['sort'], SQL> = {
  name: sql`${g.nameKey}`,
  '-name': sql`${g.nameKey} desc`,
  popularity: sql`${g.followCount}, ${g.id} desc`,
  '-popularity': sql`${g.followCount} desc, ${g.id}`,
  // Ids are given in the order of creation.
  created: sql`${g.id}`,
  '-created': sql`${g.id} desc`,
}

export function listAdminGames(
  ctx: Ctx<Moderator>,
  query: AdminGamesQuery,
): Promise<AdminPage<AdminGame>> {
  const { q, sort } = query
  const where = q === '' ? sql`` : sql`where ${contains(g.nameKey, toNameKey(q))}`
  const found = selectAdminGames(sql`${where} order by ${orders[sort]} ${pageLimit(query)}`)
  return read(ctx, selectAdminPage(query, found, sql`${g} ${where}`, toAdminGame))
}

/** @throws AppError `game_name_taken` */
export async function createGame(ctx: Ctx<Moderator>, input: GameInput): Promise<AdminGame> {
  const { name, description, is_game, thumbnail_path } = input
  const { taken } = await read(ctx, { taken: selectTakenSlugs('games', [name]) })
  const slug = createSlugGenerator(taken)(name)
  const own = sql`(select ${games.id} from ${games} where ${games.slug} = ${slug})`
  const { inserted, created } = await write(ctx, {
    inserted: auditChange(
      ctx,
      insert(
        games,
        {
          slug,
          name,
          nameKey: toNameKey(name),
          description,
          isGame: is_game,
          thumbnailPath: thumbnail_path,
          createdAt: ctx.now,
        },
        { onConflict: sql`do nothing` },
      ),
      { act: 'create', subject: 'game', id: own, to: name },
    ),
    created: selectAdminGame(own),
  })
  if (!inserted.hasChanged || !created) throw new AppError('conflict', 'game_name_taken')
  await queuePurge(ctx, { type: 'game', id: created.id })
  return toAdminGame(created)
}

/** @throws AppError `game_not_found`, `game_name_taken` */
export async function changeGame(
  ctx: Ctx<Moderator>,
  id: GameId,
  { name, description, is_game, thumbnail_path }: GameInput,
): Promise<AdminGame> {
  const { before } = await read(ctx, { before: selectExistingGame(id) })
  const values = { name, description, isGame: is_game, thumbnailPath: thumbnail_path }
  const { changed, after } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(
        games,
        { ...values, nameKey: toNameKey(name) },
        {
          // A name that another game has changes nothing.
          or: 'ignore',
          where: sql`${games.id} = ${id} and not ${valuesConditionSql(games, values)}`,
        },
      ),
      { act: 'edit', subject: 'game', id, ...nameChange(before.name, name) },
    ),
    after: selectExistingGame(id),
  })
  if (after.name !== name) throw new AppError('conflict', 'game_name_taken')
  if (changed.hasChanged) await queuePurge(ctx, { type: 'game', id })
  return toAdminGame(after)
}

/**
 * Only what nothing refers to: all else is merged, so that no event loses its game.
 * @throws AppError `game_not_found`, `game_in_use`, which says by how many of what
 */
export async function deleteGame(ctx: Ctx<Moderator>, id: GameId): Promise<void> {
  const { before } = await read(ctx, { before: selectExistingGame(id) })
  const { deleted, left } = await write(ctx, {
    deleted: auditChange(
      ctx,
      remove(games, {
        where: sql`${games.id} = ${id}
          and not exists (select 1 from ${events} where ${events.gameId} = ${id})
          and not exists (select 1 from ${eventGroups} where ${eventGroups.gameId} = ${id})
          and not exists (select 1 from ${gameFollows} where ${gameFollows.gameId} = ${id})`,
      }),
      { act: 'delete', subject: 'game', id, from: before.name },
    ),
    redirects: deleteRedirects(mergeableGame, id),
    left: selectAdminGame(id),
  })
  if (left) {
    const { events: eventCount, groups, followers } = left
    const details = { events: eventCount, groups, followers }
    throw new AppError('conflict', 'game_in_use', { details })
  }
  if (deleted.hasChanged) await queuePurge(ctx, { type: 'game', id })
}
