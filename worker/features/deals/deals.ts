import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { DealId } from '#worker/contracts/ids.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { jsonRow, type RowOf } from '#worker/db/row.ts'
import { deals } from '#worker/db/schema/deals.ts'
import { assertExists, prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'
import type { DealPlacement } from './contract.ts'

const d = alias(deals, 'd')
const columns = {
  id: d.id,
  partner: d.partner,
  title: d.title,
  text: d.text,
  link: d.link,
  imagePath: d.imagePath,
  code: d.code,
}
/** Pages label it as an ad and name who paid. */
export type Deal = RowOf<typeof columns>

type PlacementQuery = { placement: DealPlacement; now: number }

/** The running deal that ends first; part of the page's own batch. */
export const selectDealSlot = prepare(({ placement, now }: Params<PlacementQuery>) => {
  const open = sql`from ${deals} where ${deals.placement} = ${placement} and ${deals.endAt} > ${now}`
  const nextChange = sql`min(iif(${deals.startAt} > ${now}, ${deals.startAt}, ${deals.endAt}))`
  return selectFirst(
    {
      deal: jsonRow(columns, (row) => sql`iif(${d.id} is null, null, ${row})`),
      changesAt: sql<number | null>`(select ${nextChange} ${open})`,
    },
    sql`from (select 1) left join ${d} on ${d.id} = (select ${deals.id} ${open}
      and ${deals.startAt} <= ${now} order by ${deals.endAt}, ${deals.id} limit 1)`,
  )
})
type DealSlotRow = ResultOf<ReturnType<typeof selectDealSlot>>

export type DealSlot = {
  deal: Deal | undefined
  /** Seconds until a deal starts or ends. */
  freshFor: number
}

/** `row` is undefined after a failure: the page then shows no deal. */
export function toDealSlot({ now }: Ctx, row: DealSlotRow): DealSlot {
  const changesAt = row?.changesAt ?? Infinity
  return {
    deal: row?.deal ?? undefined,
    freshFor: Math.ceil((changesAt - now) / 1000),
  }
}

const countClick = prepare(({ id, now }: Params<{ id: DealId; now: number }>) =>
  update(
    deals,
    { clicks: sql<number>`${deals.clicks} + 1` },
    {
      where: sql`${deals.id} = ${id} and ${deals.startAt} <= ${now} and ${deals.endAt} > ${now}`,
    },
  ),
)

const assertDeal = prepare(({ id }: Params<{ id: DealId }>) =>
  assertExists(deals, sql`${deals.id} = ${id}`, 'deal_not_found'),
)

/**
 * Does not store who clicked.
 * @throws AppError `deal_not_found`
 */
export async function countDealClick(ctx: Ctx<Visitor>, id: DealId): Promise<void> {
  await write(ctx, [countClick({ id, now: ctx.now }), assertDeal({ id })])
}
