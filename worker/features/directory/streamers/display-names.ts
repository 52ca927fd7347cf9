import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { booleanSql } from '#worker/db/row.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { select } from '#worker/db/statement.ts'
import { jsonField, jsonRows, update } from '#worker/db/writes.ts'
import { toNameKey } from '#worker/features/directory/names.ts'
import { validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { findDisplayNameFault, toNameSkeleton } from './name-skeleton.ts'
import { isNameOfAnotherStreamer } from './unproven.ts'

export function createDisplayNameError(
  { locale }: Pick<Ctx, 'locale'>,
  fault: 'check_marks' | 'reserved_name' | 'taken_name',
): Error {
  return validationError([{ path: 'display_name', msg: validationRuleText(fault, locale) }])
}

/**
 * @param own selects the ids that are the member, those of the channels they prove included
 * @throws AppError `validation_failed` where no member may be called so
 */
export function planDisplayNameCheck(ctx: Ctx, name: string | undefined, own: SQL) {
  if (name === undefined) return { isFree: sql`true`, taken: [] }
  const fault = findDisplayNameFault(name)
  if (fault) throw createDisplayNameError(ctx, fault)
  const isTaken = isNameOfAnotherStreamer(
    sql`${toNameSkeleton(name)}`,
    sql`${toNameKey(name)}`,
    own,
  )
  return {
    isFree: sql`not ${isTaken}`,
    taken: [select({ isTaken: booleanSql(isTaken) }, sql`from (select 1) where ${isTaken}`)],
  }
}

/** In a batch; the next hour reads the rest of a large import. */
const namesAtOnce = 2000

export async function backfillNameSkeletons(ctx: Ctx<System>): Promise<void> {
  const { unread } = await read(ctx, {
    unread: select(
      { id: streamers.id, name: streamers.displayName },
      sql`from ${streamers} where ${streamers.nameSkeleton} is null limit ${namesAtOnce}`,
    ),
  })
  if (unread.length === 0) return
  const names = unread.map(({ id, name }) => ({
    id,
    name,
    skeleton: toNameSkeleton(name),
    is_reserved: findDisplayNameFault(name) ? 1 : 0,
  }))
  await write(ctx, {
    names: update(
      streamers,
      {
        nameSkeleton: jsonField<string>('skeleton'),
        isNameReserved: jsonField<boolean>('is_reserved'),
      },
      {
        from: jsonRows(names),
        where: sql`${streamers.id} = ${jsonField('id')}
          and ${streamers.displayName} = ${jsonField('name')}`,
      },
    ),
  })
}
