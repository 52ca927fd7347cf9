import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { GameId, GroupId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { audit, nameChange } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { nameKeyOf, selectTakenSlugs, slugMaker } from '#worker/features/imports/files/names.ts'
import { AppError, invalid } from '#worker/api/errors.ts'
import { ruleText } from '#worker/api/validation-texts.ts'
import { selectAdminGroups, toAdminGroup } from './admin-groups.ts'
import type { AdminGroup, GroupInput } from './contract.ts'

/** What a group says, in the order of `columns`. */
function factsOf(input: GroupInput): SQL[] {
  const { name, description, language_code, game_id, category, thumbnail_path, venue } = input
  return [
    sql`${name}`,
    sql`${nameKeyOf(name)}`,
    sql`${description}`,
    sql`${language_code}`,
    sql`${game_id ?? null}`,
    sql`${category ?? null}`,
    sql`${thumbnail_path ?? null}`,
    sql`${venue || null}`,
  ]
}
const columns = sql.raw(
  'name, name_key, description, language_code, game_id, category, thumbnail_path, venue',
)

type GameRow = { id: GameId }

function selectGame({ db }: Ctx, { game_id }: GroupInput): Statement<GameRow[]> {
  return rows<GameRow>(db, sql`select id from games where id = ${game_id ?? 0}`)
}

function assertGame(ctx: Ctx, { game_id }: GroupInput, [game]: GameRow[]): void {
  if (game_id == null || game) return
  throw invalid([{ path: 'game_id', msg: ruleText('unknown_game', ctx.locale) }])
}

/** @throws AppError `group_name_taken` */
export async function createGroup(ctx: Ctx<Moderator>, input: GroupInput): Promise<AdminGroup> {
  const { db, now } = ctx
  const [taken, games] = await read(ctx, [
    selectTakenSlugs(db, 'event_groups', [input.name]),
    selectGame(ctx, input),
  ])
  assertGame(ctx, input, games)
  const slug = slugMaker(taken)(input.name)
  const own = sql`(select id from event_groups where slug = ${slug})`
  const [made, , [row]] = await write(ctx, [
    rows<{ id: GroupId }>(
      db,
      sql`insert into event_groups (slug, created_at, ${columns})
        values (${slug}, ${now}, ${sql.join(factsOf(input), sql`, `)})
        on conflict do nothing returning id`,
    ),
    audit(ctx, {
      act: 'create',
      subject: 'group',
      id: own,
      to: input.name,
      when: sql`changes() = 1`,
    }),
    selectAdminGroups(ctx, sql`where eg.slug = ${slug}`),
  ])
  if (!made[0] || !row) throw new AppError('conflict', 'group_name_taken')
  await queuePurge(ctx, { type: 'group', id: row.id })
  return toAdminGroup(row)
}

/**
 * Its address stays as it is, whatever it is called.
 * @throws AppError `group_not_found`, `group_name_taken`
 */
export async function changeGroup(
  ctx: Ctx<Moderator>,
  id: GroupId,
  input: GroupInput,
): Promise<AdminGroup> {
  const isOwn = sql`where eg.id = ${id}`
  const [[before], games] = await read(ctx, [selectAdminGroups(ctx, isOwn), selectGame(ctx, input)])
  if (!before) throw new AppError('not_found', 'group_not_found')
  assertGame(ctx, input, games)
  const facts = sql`(${sql.join(factsOf(input), sql`, `)})`
  const [changed, , [after]] = await write(ctx, [
    rows<{ id: GroupId }>(
      ctx.db,
      // A name that another group has changes nothing.
      sql`update or ignore event_groups set (${columns}) = ${facts}
        where id = ${id} and (${columns}) is not ${facts} returning id`,
    ),
    audit(ctx, {
      act: 'edit',
      subject: 'group',
      id,
      ...nameChange(before.name, input.name),
      when: sql`changes() = 1`,
    }),
    selectAdminGroups(ctx, isOwn),
  ])
  if (!after) throw new AppError('not_found', 'group_not_found')
  if (after.name !== input.name) throw new AppError('conflict', 'group_name_taken')
  if (changed.length > 0) await queuePurge(ctx, { type: 'group', id })
  return toAdminGroup(after)
}

/**
 * For good; its events stay, without a group.
 * @throws AppError `group_not_found`
 */
export async function deleteGroup(ctx: Ctx<Moderator>, id: GroupId): Promise<void> {
  const { db } = ctx
  const [[before]] = await read(ctx, [selectAdminGroups(ctx, sql`where eg.id = ${id}`)])
  if (!before) throw new AppError('not_found', 'group_not_found')
  const [, deleted] = await write(ctx, [
    rows(db, sql`update events set group_id = null where group_id = ${id}`),
    rows<{ id: GroupId }>(db, sql`delete from event_groups where id = ${id} returning id`),
    audit(ctx, {
      act: 'delete',
      subject: 'group',
      id,
      from: before.name,
      when: sql`changes() = 1`,
    }),
  ])
  if (deleted.length === 0) throw new AppError('not_found', 'group_not_found')
  await queuePurge(ctx, { type: 'group', id })
}
