import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { GameId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { contains } from '#worker/db/contains.ts'
import { gameThumbnail } from '#worker/features/media/generated-images/paths.ts'
import { audit, nameChange } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { nameKeyOf, selectTakenSlugs, slugMaker } from '#worker/features/imports/files/names.ts'
import { deleteRedirects } from '#worker/features/directory/merging.ts'
import { AppError } from '#worker/api/errors.ts'
import type { AdminGame, AdminGamesQuery, GameInput } from './contract.ts'

type AdminStreamerRow = {
  id: GameId
  slug: string
  name: string
  description: string
  thumbnail: string | null
  followers: number
  events: number
  groups: number
  createdAt: number
}

/** Of a game `g`. */
const columns: Columns<AdminStreamerRow> = {
  id: 'g.id',
  slug: 'g.slug',
  name: 'g.name',
  description: 'g.description',
  thumbnail: 'g.thumbnail_path',
  followers: 'g.follow_count',
  events: '(select count(*) from events where game_id = g.id)',
  groups: '(select count(*) from event_groups where game_id = g.id)',
  createdAt: 'g.created_at',
}

function selectAdminStreamers({ db }: Ctx, tail: SQL): Statement<AdminStreamerRow[]> {
  return rows<AdminStreamerRow>(db, sql`select ${named(columns)} from games g ${tail}`)
}

export function selectAdminGame(ctx: Ctx, id: SQL | number): Statement<AdminStreamerRow[]> {
  return selectAdminStreamers(ctx, sql`where g.id = ${id}`)
}

export function toAdminGame(row: AdminStreamerRow): AdminGame {
  const { thumbnail, createdAt, ...rest } = row
  const picture = gameThumbnail(row.id, row.name, thumbnail)
  return {
    ...rest,
    thumbnail_path: thumbnail,
    picture_path: picture.thumbnail_path,
    thumbnail_url: picture.thumbnail_url,
    created_at: toInstant(createdAt),
  }
}

const orders: Record<AdminGamesQuery['sort'], SQL> = {
  name: sql`g.name_key`,
  '-name': sql`g.name_key desc`,
  popularity: sql`g.follow_count, g.id desc`,
  '-popularity': sql`g.follow_count desc, g.id`,
  // Ids are given in the order of creation.
  created: sql`g.id`,
  '-created': sql`g.id desc`,
}

export async function listAdminGames(
  ctx: Ctx<Moderator>,
  { q, sort, ...paging }: AdminGamesQuery,
): Promise<AdminPage<AdminGame>> {
  const where = q === '' ? sql`true` : contains(sql`g.name_key`, nameKeyOf(q))
  const [found, total] = await read(ctx, [
    selectAdminStreamers(ctx, sql`where ${where} order by ${orders[sort]} ${pageLimit(paging)}`),
    selectTotal(sql`games g where ${where}`),
  ])
  return toAdminPage(paging, found.map(toAdminGame), total)
}

function onlyGame([row]: AdminStreamerRow[]): AdminGame {
  if (!row) throw new AppError('not_found', 'game_not_found')
  return toAdminGame(row)
}

/** @throws AppError `game_name_taken` */
export async function createGame(ctx: Ctx<Moderator>, input: GameInput): Promise<AdminGame> {
  const { db, now } = ctx
  const { name, description, thumbnail_path } = input
  const [taken] = await read(ctx, [selectTakenSlugs(db, 'games', [name])])
  const slug = slugMaker(taken)(name)
  const own = sql`(select id from games where slug = ${slug})`
  const [made, , created] = await write(ctx, [
    rows<{ id: GameId }>(
      db,
      sql`insert into games (slug, name, name_key, description, thumbnail_path, created_at)
        values (${slug}, ${name}, ${nameKeyOf(name)}, ${description}, ${thumbnail_path}, ${now})
        on conflict do nothing returning id`,
    ),
    audit(ctx, { act: 'create', subject: 'game', id: own, to: name, when: sql`changes() = 1` }),
    selectAdminGame(ctx, own),
  ])
  if (made.length === 0) throw new AppError('conflict', 'game_name_taken')
  const game = onlyGame(created)
  await queuePurge(ctx, { type: 'game', id: game.id })
  return game
}

/** @throws AppError `game_not_found`, `game_name_taken` */
export async function changeGame(
  ctx: Ctx<Moderator>,
  id: GameId,
  { name, description, thumbnail_path }: GameInput,
): Promise<AdminGame> {
  const { db } = ctx
  const [[before]] = await read(ctx, [selectAdminGame(ctx, id)])
  if (!before) throw new AppError('not_found', 'game_not_found')
  const wanted = sql`(${name}, ${description}, ${thumbnail_path})`
  const [changed, , after] = await write(ctx, [
    rows<{ id: GameId }>(
      db,
      // A name that another game has changes nothing.
      sql`update or ignore games set name = ${name}, name_key = ${nameKeyOf(name)},
          description = ${description}, thumbnail_path = ${thumbnail_path}
        where id = ${id} and (name, description, thumbnail_path) is not ${wanted} returning id`,
    ),
    audit(ctx, {
      act: 'edit',
      subject: 'game',
      id,
      ...nameChange(before.name, name),
      when: sql`changes() = 1`,
    }),
    selectAdminGame(ctx, id),
  ])
  const game = onlyGame(after)
  if (game.name !== name) throw new AppError('conflict', 'game_name_taken')
  if (changed.length > 0) await queuePurge(ctx, { type: 'game', id })
  return game
}

/**
 * Only what nothing refers to: all else is merged, so that no event loses its game.
 * @throws AppError `game_not_found`, `game_in_use`, which says by how many of what
 */
export async function deleteGame(ctx: Ctx<Moderator>, id: GameId): Promise<void> {
  const { db } = ctx
  const [[before]] = await read(ctx, [selectAdminGame(ctx, id)])
  if (!before) throw new AppError('not_found', 'game_not_found')
  const [deleted, , , left] = await write(ctx, [
    rows<{ id: GameId }>(
      db,
      sql`delete from games where id = ${id}
        and not exists (select 1 from events where game_id = ${id})
        and not exists (select 1 from event_groups where game_id = ${id})
        and not exists (select 1 from game_follows where game_id = ${id}) returning id`,
    ),
    audit(ctx, {
      act: 'delete',
      subject: 'game',
      id,
      from: before.name,
      when: sql`changes() = 1`,
    }),
    rows(db, deleteRedirects('game', id)),
    selectAdminGame(ctx, id),
  ])
  if (left[0]) {
    const { events, groups, followers } = left[0]
    throw new AppError('conflict', 'game_in_use', { details: { events, groups, followers } })
  }
  if (deleted.length > 0) await queuePurge(ctx, { type: 'game', id })
}
