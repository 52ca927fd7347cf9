import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { deliveryLanes, laneNames, type DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import { hourMs } from '#worker/contracts/durations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { literal } from '#worker/db/conditions.ts'
import { e } from '#worker/db/aliases.ts'
import { hypes } from '#worker/db/schema/events.ts'
import { deliveryProviders } from '#worker/db/schema/notifications.ts'
import { laneDrains, reminderPlans } from '#worker/db/schema/reminders.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { buildSetSql, excluded, insert, remove } from '#worker/db/writes.ts'
import { countRecipients } from '#worker/outbox/notify.ts'
import { computeLeadMs } from './lead.ts'

/** Reminders of fewer are on time without a plan. */
const fewestHypes = 1000
/** Over two days before the start: the first mark is a day before, and its plan the day before that. */
const plannedAheadMs = 50 * hourMs
const eventsPerRun = 5
const drainsOfRate = 5
/** Mails of one fact that one call takes. */
const mailsPerCall = 100

/** Lanes of reminders. */
const reminderLanes = laneNames.filter((lane) =>
  deliveryLanes[lane].priorities.some((priority) => priority === 2 || priority === 4),
)

const d = alias(laneDrains, 'd')

function medianRateSql(lane: DeliveryLane) {
  const rate = sql`${d.count} * 1000.0 / max(1, ${d.endedAt} - ${d.beganAt})`
  const latest = sql`select ${rate} as rate from ${d} where ${d.lane} = ${lane}
    and ${d.count} >= ${literal(fewestHypes)} order by ${d.beganAt} desc limit ${literal(drainsOfRate)}`
  return sql<number | null>`(select rate from (${latest}) order by rate
    limit 1 offset (select count(*) / 2 from (${latest})))`
}

const selectRates = prepare(() =>
  selectFirst(
    {
      ...Object.fromEntries(reminderLanes.map((lane) => [lane, medianRateSql(lane)])),
      said: sql<number | null>`(select ${deliveryProviders.callsPerSecond} from ${deliveryProviders}
        where ${deliveryProviders.provider} = 'mail')`,
    },
    sql`from (select 1)`,
  ),
)

/** Without drains, half of what the provider takes. */
function limitOf(ctx: Ctx, lane: DeliveryLane, said: number | null): number {
  if (lane !== 'mail') return deliveryLanes[lane].calls.perSecond / 2
  const most = ctx.config.MAIL_CALLS_PER_SECOND
  return (Math.min(most, said || most) * mailsPerCall) / 2
}

/** Large events without a plan, or with a tenth more or fewer hypes than it knows. */
const selectEvents = prepare(({ now }: Params<{ now: number }>) => {
  const known = sql`(select ${reminderPlans.hypeCount} from ${reminderPlans}
    where ${reminderPlans.eventId} = ${e.id} limit 1)`
  return select(
    { id: e.id, hypeCount: e.hypeCount },
    sql`from ${e} where ${e.status} = 'approved' and ${e.cancelledAt} is null
      and ${e.timeCertainty} = 'exact' and ${e.hypeCount} >= ${literal(fewestHypes)}
      and ${e.startAt} > ${now} and ${e.startAt} <= ${now} + ${literal(plannedAheadMs)}
      and abs(${e.hypeCount} - coalesce(${known}, 0)) * 10 > ${e.hypeCount}
      order by ${e.startAt} limit ${literal(eventsPerRun)}`,
  )
})

type Plan = typeof reminderPlans.$inferSelect

function savePlan(plan: Plan) {
  const { recipients, perSecond, leadMs, hypeCount } = reminderPlans
  return insert(reminderPlans, plan, {
    onConflict: sql`(event_id, lane) do update set ${buildSetSql(reminderPlans, {
      recipients: excluded(recipients),
      perSecond: excluded(perSecond),
      leadMs: excluded(leadMs),
      hypeCount: excluded(hypeCount),
    })}`,
  })
}

async function planEvent(
  ctx: Ctx<System>,
  { id, hypeCount }: { id: EventId; hypeCount: number },
  rates: Record<string, number | null>,
): Promise<void> {
  const users = sql`select ${hypes.userId} from ${hypes} where ${hypes.eventId} = ${id}`
  const { counts } = await read(ctx, { counts: countRecipients({ kind: 'reminder', users }) })
  const plans = reminderLanes.map((lane): Plan => {
    const { channel } = deliveryLanes[lane]
    const recipients = counts.find((one) => one.channel === channel)?.count ?? 0
    const perSecond = rates[lane] ?? limitOf(ctx, lane, rates['said'] ?? null)
    const leadMs = computeLeadMs({ recipients, perSecond })
    return { eventId: id, lane, recipients, perSecond, leadMs, hypeCount }
  })
  await write(ctx, plans.map(savePlan))
}

/** Drains that no rate is measured by any more. */
const deleteOldDrains = prepare(({ now }: Params<{ now: number }>) =>
  remove(laneDrains, {
    where: sql`${laneDrains.endedAt} < ${now} - ${literal(hourMs)} and (${laneDrains.count} < ${literal(fewestHypes)}
      or (select count(*) from ${d} where ${d.lane} = ${laneDrains.lane} and ${d.count} >= ${literal(fewestHypes)}
        and ${d.beganAt} > ${laneDrains.beganAt}) >= ${literal(drainsOfRate)})`,
  }),
)

/** Counts, for each large event of the next two days, whom its reminders reach and how long that takes. */
export async function planReminders(ctx: Ctx<System>): Promise<void> {
  const { now } = ctx
  const { due, rates } = await read(ctx, { due: selectEvents({ now }), rates: selectRates() })
  for (const event of due) await planEvent(ctx, event, rates ?? {})
  await write(ctx, [deleteOldDrains({ now })])
}
