import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { jsonRowList, type RowOf } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { hypes } from '#worker/db/schema/events.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { selectEventsWithColumns, toEventSummary } from '#worker/features/events/event-rows.ts'
import { isCardDrawn, type CardVersionRow } from '#worker/features/social-cards/cards.ts'
import { locales, type Locale } from '#worker/locale/locales.ts'

const hyper = alias(users, 'hyper')
const hypersAtMost = 6

const hyperColumns = { userId: hyper.id, username: hyper.username, avatarPath: hyper.avatarPath }

const columns = {
  updatedAt: e.updatedAt,
  /** The last to hype of those who chose to be shown. */
  hypers: jsonRowList(
    hyperColumns,
    sql`from (select ${hypes.userId} as id from ${hypes}
        where ${hypes.eventId} = ${e.id} and ${hypes.isShown} = 1
        order by ${hypes.createdAt} desc, ${hypes.userId} desc limit ${hypersAtMost}) shown
      cross join ${hyper} on ${hyper.id} = shown.id`,
  ),
}

/** An event as messages show it beside their words. */
export type ShownEvent = {
  event: EventSummary
  hypers: RowOf<typeof hyperColumns>[]
  /** The languages whose card is drawn, of the event as it is now. */
  cards: readonly Locale[]
}

const selectShown = prepare(({ ids, slugs }: Params<{ ids: string; slugs: string }>) =>
  selectEventsWithColumns(
    columns,
    sql`select ${e.id} as id from ${e} where ${e.id} in (select value from json_each(${ids}))
      union select ${e.id} from ${e} where ${e.slug} in (select value from json_each(${slugs}))`,
  ),
)

type Wanted = { ids?: readonly EventId[]; slugs?: readonly string[] }

/** Events of the agenda alone, cancelled ones too. */
export async function findShownEvents(
  ctx: Ctx,
  { ids = [], slugs = [] }: Wanted,
): Promise<ShownEvent[]> {
  if (ids.length + slugs.length === 0) return []
  const wanted = { ids: JSON.stringify(ids), slugs: JSON.stringify(slugs) }
  const { rows } = await read(ctx, { rows: selectShown(wanted) })
  const approved = rows.filter(({ status }) => status === 'approved')
  return Promise.all(
    approved.map(async (row) => ({
      event: toEventSummary(row, ctx.now),
      hypers: row.hypers,
      cards: await findDrawnCards(ctx, row),
    })),
  )
}

async function findDrawnCards(ctx: Ctx, row: CardVersionRow): Promise<Locale[]> {
  if (ctx.config.SHARE_CARDS === 'off') return []
  const isDrawn = (locale: Locale) => isCardDrawn(ctx, row, locale).catch(() => false)
  const drawn = await Promise.all(locales.map(isDrawn))
  return locales.filter((_, index) => drawn[index])
}

export function listOtherHypers({ hypers }: ShownEvent, userId: UserId): ShownEvent['hypers'] {
  return hypers.filter((one) => one.userId !== userId).slice(0, hypersAtMost - 1)
}
