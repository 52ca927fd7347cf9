import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { DealId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import type { DealPlacement } from './contract.ts'

/** A partner's offer as pages show it, always labelled as sponsored. */
export type Deal = {
  id: DealId
  partner: string
  title: string
  text: string
  link: string
  imagePath: string | null
  code: string | null
}

/** What is at a place now, and when that changes; nothing where neither is. */
type SlotRow = { [Name in keyof Deal]: Deal[Name] | null } & { changesAt: number | null }

/** The deal that runs at a place, the one that ends first; a statement for the page's own batch. */
export function selectDeal({ db, now }: Ctx, placement: DealPlacement): Statement<SlotRow[]> {
  const open = sql`from deals where placement = ${placement} and end_at > ${now}`
  return rows<SlotRow>(
    db,
    sql`select d.id, d.partner, d.title, d.text, d.link, d.image_path as imagePath, d.code,
        (select min(iif(start_at > ${now}, start_at, end_at)) ${open}) as changesAt
      from (select 1) left join deals d on d.id =
        (select id ${open} and start_at <= ${now} order by end_at, id limit 1)`,
  )
}

export type DealSlot = {
  deal: Deal | undefined
  /** Seconds for which the page may be kept: until a deal comes or goes. */
  freshFor: number
}

/** Rows are undefined after a failure: the page then shows no deal. */
export function toDealSlot({ now }: Ctx, [row]: SlotRow[] = []): DealSlot {
  const changesAt = row?.changesAt ?? Infinity
  const isThere = row !== undefined && row.id !== null
  return {
    // All of a row is there or nothing is.
    deal: isThere ? (row as Deal) : undefined,
    freshFor: Math.ceil((changesAt - now) / 1000),
  }
}

/**
 * One more click, while the deal runs. Who clicked is not kept.
 * @throws AppError `deal_not_found`
 */
export async function countDealClick(ctx: Ctx<Visitor>, id: DealId): Promise<void> {
  const [, [known]] = await write(ctx, [
    rows(
      ctx.db,
      sql`update deals set clicks = clicks + 1
        where id = ${id} and start_at <= ${ctx.now} and end_at > ${ctx.now}`,
    ),
    rows<{ id: DealId }>(ctx.db, sql`select id from deals where id = ${id}`),
  ])
  if (!known) throw new AppError('not_found', 'deal_not_found')
}
