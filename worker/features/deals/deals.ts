import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { DealId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'

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

/** The deal that runs at a place, the one that ends first; a statement for the page's own batch. */
export function selectDeal(
  { db, now }: Ctx,
  placement: 'home' | 'discover' | 'event',
): Statement<Deal[]> {
  return rows<Deal>(
    db,
    sql`select id, partner, title, text, link, image_path as imagePath, code from deals
      where placement = ${placement} and end_at > ${now} and start_at <= ${now}
      order by end_at limit 1`,
  )
}
