import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { DealId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { contains } from '#worker/db/contains.ts'
import { audit, nameChange } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { AppError } from '#worker/api/errors.ts'
import type { DealInput, DealPlacement, DealsQuery, DealStatus, DealView } from './contract.ts'

type DealRow = {
  id: DealId
  partner: string
  title: string
  text: string
  link: string
  imagePath: string | null
  code: string | null
  startAt: number
  endAt: number
  placement: DealPlacement
  clicks: number
}

const columns: Columns<DealRow> = {
  id: 'id',
  partner: 'partner',
  title: 'title',
  text: 'text',
  link: 'link',
  imagePath: 'image_path',
  code: 'code',
  startAt: 'start_at',
  endAt: 'end_at',
  placement: 'placement',
  clicks: 'clicks',
}

function selectDeals({ db }: Ctx, tail: SQL): Statement<DealRow[]> {
  return rows<DealRow>(db, sql`select ${named(columns)} from deals ${tail}`)
}

function statusOf({ startAt, endAt }: DealRow, now: number): DealStatus {
  if (startAt > now) return 'upcoming'
  return endAt > now ? 'running' : 'ended'
}

function toDealView({ now }: Ctx, row: DealRow): DealView {
  const { imagePath, startAt, endAt, ...rest } = row
  return {
    ...rest,
    image_path: imagePath,
    start: toInstant(startAt),
    end: toInstant(endAt),
    status: statusOf(row, now),
  }
}

const orders: Record<DealsQuery['sort'], SQL> = {
  start: sql`start_at, id`,
  '-start': sql`start_at desc, id desc`,
  end: sql`end_at, id`,
  '-end': sql`end_at desc, id desc`,
  title: sql`lower(title), id`,
  '-title': sql`lower(title) desc, id desc`,
  clicks: sql`clicks, id`,
  '-clicks': sql`clicks desc, id desc`,
}

export async function listDeals(
  ctx: Ctx<Moderator>,
  { q, status, sort, ...paging }: DealsQuery,
): Promise<AdminPage<DealView>> {
  const { now } = ctx
  const hasStatus = {
    all: sql`true`,
    upcoming: sql`start_at > ${now}`,
    running: sql`start_at <= ${now} and end_at > ${now}`,
    ended: sql`end_at <= ${now}`,
  }[status]
  const isNamed =
    q === '' ? sql`true` : sql`(${contains(sql`partner`, q)} or ${contains(sql`title`, q)})`
  const where = sql`where ${hasStatus} and ${isNamed}`
  const [found, total] = await read(ctx, [
    selectDeals(ctx, sql`${where} order by ${orders[sort]} ${pageLimit(paging)}`),
    selectTotal(ctx.db, sql`deals ${where}`),
  ])
  const items = found.map((row) => toDealView(ctx, row))
  return toAdminPage(paging, items, total)
}

function onlyDeal(ctx: Ctx, [row]: DealRow[]): DealView {
  if (!row) throw new AppError('not_found', 'deal_not_found')
  return toDealView(ctx, row)
}

const inputColumns = sql`(partner, title, text, link, image_path, code, start_at, end_at, placement)`

function valuesOf(input: DealInput): SQL {
  const { partner, title, text, link, image_path, code, start, end, placement } = input
  return sql`${partner}, ${title}, ${text}, ${link}, ${image_path}, ${code}, ${start}, ${end}, ${placement}`
}

/** @throws AppError `deal_exists` for the very same deal, as a form sent twice makes it. */
export async function createDeal(ctx: Ctx<Moderator>, input: DealInput): Promise<DealView> {
  const { db, now } = ctx
  const same = sql`(select max(id) from deals where ${inputColumns} is (${valuesOf(input)}))`
  const [made, , created] = await write(ctx, [
    rows<{ id: DealId }>(
      db,
      sql`insert into deals (partner, title, text, link, image_path, code, start_at, end_at,
          placement, created_at)
        select ${valuesOf(input)}, ${now} where ${same} is null returning id`,
    ),
    audit(ctx, {
      act: 'create',
      subject: 'deal',
      id: same,
      to: input.title,
      when: sql`changes() = 1`,
    }),
    selectDeals(ctx, sql`where id = ${same}`),
  ])
  if (made.length === 0) throw new AppError('conflict', 'deal_exists')
  const deal = onlyDeal(ctx, created)
  await queuePurge(ctx, { type: 'deal', id: deal.id })
  return deal
}

/** @throws AppError `deal_not_found` */
export async function changeDeal(
  ctx: Ctx<Moderator>,
  id: DealId,
  input: DealInput,
): Promise<DealView> {
  const [[before]] = await read(ctx, [selectDeals(ctx, sql`where id = ${id}`)])
  if (!before) throw new AppError('not_found', 'deal_not_found')
  const [changed, , after] = await write(ctx, [
    rows<{ id: DealId }>(
      ctx.db,
      sql`update deals set ${inputColumns} = (${valuesOf(input)})
        where id = ${id} and ${inputColumns} is not (${valuesOf(input)}) returning id`,
    ),
    audit(ctx, {
      act: 'edit',
      subject: 'deal',
      id,
      ...nameChange(before.title, input.title),
      when: sql`changes() = 1`,
    }),
    selectDeals(ctx, sql`where id = ${id}`),
  ])
  if (changed.length > 0) await queuePurge(ctx, { type: 'deal', id })
  return onlyDeal(ctx, after)
}

/** @throws AppError `deal_not_found` */
export async function deleteDeal(ctx: Ctx<Moderator>, id: DealId): Promise<void> {
  const [[before]] = await read(ctx, [selectDeals(ctx, sql`where id = ${id}`)])
  if (!before) throw new AppError('not_found', 'deal_not_found')
  await write(ctx, [
    rows(ctx.db, sql`delete from deals where id = ${id}`),
    audit(ctx, {
      act: 'delete',
      subject: 'deal',
      id,
      from: before.title,
      when: sql`changes() = 1`,
    }),
  ])
  await queuePurge(ctx, { type: 'deal', id })
}
