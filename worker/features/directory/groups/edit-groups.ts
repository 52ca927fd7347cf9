import { sql } from 'drizzle-orm'
import { read, write, writeInOrder, type Ctx, type Moderator } from '#worker/context.ts'
import type { GameId, GroupId } from '#worker/contracts/ids.ts'
import { eg } from '#worker/db/aliases.ts'
import { eventGroups, games } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { first, prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { valuesConditionSql, insert, remove, update } from '#worker/db/writes.ts'
import { auditChange, nameChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import {
  toNameKey,
  selectTakenSlugs,
  createSlugGenerator,
} from '#worker/features/directory/names.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { selectAdminGroups, selectExistingGroup, toAdminGroup } from './admin-groups.ts'
import type { AdminGroup, GroupInput } from './contract.ts'

function toGroupValues(input: GroupInput) {
  const { name, description, language_code, game_id, category, thumbnail_path, venue } = input
  return {
    name,
    nameKey: toNameKey(name),
    description,
    languageCode: language_code,
    gameId: game_id ?? null,
    category: category ?? null,
    thumbnailPath: thumbnail_path ?? null,
    venue: venue || null,
  }
}

const selectGame = prepare(({ id }: Params<{ id: GameId | 0 }>) =>
  selectFirst({ id: games.id }, sql`from ${games} where ${games.id} = ${id}`),
)

function assertGameExists(
  ctx: Ctx,
  { game_id }: GroupInput,
  game: { id: GameId } | undefined,
): void {
  if (game_id == null || game) return
  throw validationError([{ path: 'game_id', msg: validationRuleText('unknown_game', ctx.locale) }])
}

/** @throws AppError `group_name_taken` */
export async function createGroup(ctx: Ctx<Moderator>, input: GroupInput): Promise<AdminGroup> {
  const { taken, game } = await read(ctx, {
    taken: selectTakenSlugs('event_groups', [input.name]),
    game: selectGame({ id: input.game_id ?? 0 }),
  })
  assertGameExists(ctx, input, game)
  const slug = createSlugGenerator(taken)(input.name)
  const own = sql`(select ${eventGroups.id} from ${eventGroups} where ${eventGroups.slug} = ${slug})`
  const { inserted, created } = await write(ctx, {
    inserted: auditChange(
      ctx,
      insert(
        eventGroups,
        { slug, createdAt: ctx.now, ...toGroupValues(input) },
        { onConflict: sql`do nothing` },
      ),
      { act: 'create', subject: 'group', id: own, to: input.name },
    ),
    created: first(selectAdminGroups(ctx, sql`where ${eg.slug} = ${slug}`)),
  })
  if (!inserted.hasChanged || !created) throw new AppError('conflict', 'group_name_taken')
  await queuePurge(ctx, { type: 'group', id: created.id })
  return toAdminGroup(created)
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
  const own = selectExistingGroup(ctx, id)
  const { before, game } = await read(ctx, {
    before: own,
    game: selectGame({ id: input.game_id ?? 0 }),
  })
  assertGameExists(ctx, input, game)
  const values = toGroupValues(input)
  const { changed, after } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(eventGroups, values, {
        // A name that another group has changes nothing.
        or: 'ignore',
        where: sql`${eventGroups.id} = ${id} and not ${valuesConditionSql(eventGroups, values)}`,
      }),
      { act: 'edit', subject: 'group', id, ...nameChange(before.name, input.name) },
    ),
    after: own,
  })
  if (after.name !== input.name) throw new AppError('conflict', 'group_name_taken')
  if (changed.hasChanged) await queuePurge(ctx, { type: 'group', id })
  return toAdminGroup(after)
}

/** @throws AppError `group_not_found` */
export async function deleteGroup(ctx: Ctx<Moderator>, id: GroupId): Promise<void> {
  const { before } = await read(ctx, { before: selectExistingGroup(ctx, id) })
  const { deleted } = await writeInOrder(ctx, {
    unlinked: update(events, { groupId: null }, { where: sql`${events.groupId} = ${id}` }),
    deleted: auditChange(
      ctx,
      remove(eventGroups, {
        where: sql`${eventGroups.id} = ${id}`,
      }),
      { act: 'delete', subject: 'group', id, from: before.name },
    ),
  })
  if (!deleted.hasChanged) throw new AppError('not_found', 'group_not_found')
  await queuePurge(ctx, { type: 'group', id })
}
