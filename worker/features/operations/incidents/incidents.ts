import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { write, type Admin, type Ctx } from '#worker/context.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import type { IncidentId } from '#worker/contracts/ids.ts'
import { inOrder } from '#worker/db/client.ts'
import { literal } from '#worker/db/conditions.ts'
import { instantSql } from '#worker/db/row.ts'
import { incidents } from '#worker/db/schema/operations.ts'
import { existing, prepare, select, type Params } from '#worker/db/statement.ts'
import { insert, update, valuesConditionSql } from '#worker/db/writes.ts'
import type { Alert } from '#worker/features/operations/alerts/alert-rules.ts'
import { IncidentKind, type IncidentNote, type IncidentView } from './contract.ts'

/** An alert that comes back so soon continues its incident. */
const continuedMs = hourMs
const shownMs = 30 * dayMs
const mostShown = 50

const { id, kind, openedAt, closedAt, note } = incidents
const columns = {
  id,
  kind,
  opened_at: instantSql(openedAt),
  closed_at: instantSql(closedAt),
  note,
}

/** Open ones first, then those that ended in the last 30 days. */
export const selectIncidents = prepare(({ now }: Params<{ now: number }>) =>
  select(
    columns,
    sql`from ${incidents} where ${closedAt} is null or ${closedAt} >= ${now} - ${literal(shownMs)}
      order by ${closedAt} is not null, ${openedAt} desc limit ${mostShown}`,
  ),
)

/** One is open of each kind whose alert is active. */
export function saveIncidents({ now }: Ctx, activeAlerts: readonly Alert[]) {
  const names = activeAlerts.map(({ name }) => name)
  const kinds = JSON.stringify(names.filter((name) => v.is(IncidentKind, name)))
  const isActive = sql`${kind} in (select value from json_each(${kinds}))`
  const returning = { id }
  return inOrder({
    closed: update(
      incidents,
      { closedAt: now },
      { where: sql`${closedAt} is null and not ${isActive}`, returning },
    ),
    continued: update(
      incidents,
      { closedAt: null },
      { or: 'ignore', where: sql`${closedAt} > ${now - continuedMs} and ${isActive}`, returning },
    ),
    opened: insert(
      incidents,
      { kind: sql<IncidentKind>`value`, openedAt: now },
      { from: sql`json_each(${kinds})`, where: sql`true`, onConflict: sql`do nothing`, returning },
    ),
  })
}

const selectIncidentById = prepare(({ incident }: Params<{ incident: IncidentId }>) =>
  existing(select(columns, sql`from ${incidents} where ${id} = ${incident}`), 'incident_not_found'),
)

export async function setIncidentNote(
  ctx: Ctx<Admin>,
  incident: IncidentId,
  input: IncidentNote,
): Promise<IncidentView> {
  const isEmpty = Object.values(input).every((sentence) => sentence === '')
  const values = { note: isEmpty ? null : input }
  const { changed, after } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(incidents, values, {
        where: sql`${id} = ${incident} and not ${valuesConditionSql(incidents, values)}`,
      }),
      { act: 'edit', subject: 'incident', id: incident },
    ),
    after: selectIncidentById({ incident }),
  })
  if (changed.hasChanged) await queuePurge(ctx, { type: 'status' })
  return after
}
