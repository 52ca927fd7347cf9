import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { DealId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { contains } from '#worker/db/conditions.ts'
import type { RowOf } from '#worker/db/row.ts'
import { deals } from '#worker/db/schema/deals.ts'
import { existing, prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { valuesConditionSql, insert, remove, update } from '#worker/db/writes.ts'
import { auditChange, nameChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { AppError } from '#worker/api/errors.ts'
import type { DealInput, DealsQuery, DealStatus, DealView } from './contract.ts'

const columns = {
  id: deals.id,
  partner: deals.partner,
  title: deals.title,
  text: deals.text,
  link: deals.link,
  imagePath: deals.imagePath,
  code: deals.code,
  startAt: deals.startAt,
  endAt: deals.endAt,
  placement: deals.placement,
  clicks: deals.clicks,
}
type DealRow = RowOf<typeof columns>

const selectDealById = prepare(({ id }: Params<{ id: DealId }>) =>
  existing(select(columns, sql`from ${deals} where ${deals.id} = ${id}`), 'deal_not_found'),
)

function computeDealStatus({ startAt, endAt }: DealRow, now: number): DealStatus {
  if (startAt > now) return 'upcoming'
  return endAt > now ? 'running' : 'ended'
}

function toDealView({ now }: Ctx, row: DealRow): DealView {
  const { imagePath, startAt, endAt, ...otherFields } = row
  return {
    ...otherFields,
    image_path: imagePath,
    start: toInstant(startAt),
    end: toInstant(endAt),
    status: computeDealStatus(row, now),
  }
}

const orders: Record<DealsQuery['sort'], SQL> = {
  start: sql`${deals.startAt}, ${deals.id}`,
  '-start': sql`${deals.startAt} desc, ${deals.id} desc`,
  end: sql`${deals.endAt}, ${deals.id}`,
  '-end': sql`${deals.endAt} desc, ${deals.id} desc`,
  title: sql`lower(${deals.title}), ${deals.id}`,
  '-title': sql`lower(${deals.title}) desc, ${deals.id} desc`,
  clicks: sql`${deals.clicks}, ${deals.id}`,
  '-clicks': sql`${deals.clicks} desc, ${deals.id} desc`,
}

export function listDeals(ctx: Ctx<Moderator>, query: DealsQuery): Promise<AdminPage<DealView>> {
  const { now } = ctx
  const { q, status, sort } = query
  const hasStatus = {
    all: sql`true`,
    upcoming: sql`${deals.startAt} > ${now}`,
    running: sql`${deals.startAt} <= ${now} and ${deals.endAt} > ${now}`,
    ended: sql`${deals.endAt} <= ${now}`,
  }[status]
  const isNamed =
    q === '' ? sql`true` : sql`(${contains(deals.partner, q)} or ${contains(deals.title, q)})`
  const from = sql`${deals} where ${hasStatus} and ${isNamed}`
  const found = select(columns, sql`from ${from} order by ${orders[sort]} ${pageLimit(query)}`)
  const page = selectAdminPage(query, found, from, (row) => toDealView(ctx, row))
  return read(ctx, page)
}

function toColumnValues({ image_path, start, end, ...otherFields }: DealInput) {
  return { ...otherFields, imagePath: image_path, startAt: start, endAt: end }
}

/** @throws AppError `deal_exists` for an identical deal, as a form sent twice creates. */
export async function createDeal(ctx: Ctx<Moderator>, input: DealInput): Promise<DealView> {
  const values = toColumnValues(input)
  const same = sql`(select max(${deals.id}) from ${deals} where ${valuesConditionSql(deals, values)})`
  const { inserted, deal } = await write(ctx, {
    inserted: auditChange(
      ctx,
      insert(deals, { ...values, createdAt: ctx.now }, { where: sql`${same} is null` }),
      { act: 'create', subject: 'deal', id: same, to: input.title },
    ),
    deal: selectFirst(columns, sql`from ${deals} where ${deals.id} = ${same}`),
  })
  if (!inserted.hasChanged || !deal) throw new AppError('conflict', 'deal_exists')
  await queuePurge(ctx, { type: 'deal', id: deal.id })
  return toDealView(ctx, deal)
}

export async function changeDeal(
  ctx: Ctx<Moderator>,
  id: DealId,
  input: DealInput,
): Promise<DealView> {
  const { before } = await read(ctx, { before: selectDealById({ id }) })
  const values = toColumnValues(input)
  const { changed, after } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(deals, values, {
        where: sql`${deals.id} = ${id} and not ${valuesConditionSql(deals, values)}`,
      }),
      { act: 'edit', subject: 'deal', id, ...nameChange(before.title, input.title) },
    ),
    after: selectDealById({ id }),
  })
  if (changed.hasChanged) await queuePurge(ctx, { type: 'deal', id })
  return toDealView(ctx, after)
}

export async function deleteDeal(ctx: Ctx<Moderator>, id: DealId): Promise<void> {
  const { before } = await read(ctx, { before: selectDealById({ id }) })
  await write(ctx, {
    deleted: auditChange(ctx, remove(deals, { where: sql`${deals.id} = ${id}` }), {
      act: 'delete',
      subject: 'deal',
      id,
      from: before.title,
    }),
  })
  await queuePurge(ctx, { type: 'deal', id })
}
