import { sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import type { Ctx } from '#worker/context.ts'
import type { ResultOf, Results } from '#worker/db/client.ts'
import { platformStates } from '#worker/db/schema/live.ts'
import { e } from '#worker/db/aliases.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { reminderPlans } from '#worker/db/schema/reminders.ts'
import {
  clientErrors,
  deliveryCounts,
  deliveryLateness,
  jobRuns,
  rateLimitCounters,
} from '#worker/db/schema/operations.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { equals } from '#worker/db/conditions.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { newAddressRateLimitSubject } from '#worker/features/accounts/new-address-budget.ts'
import { computeOverrunMs } from '#worker/features/notifications/fan-out/lead.ts'
import { findPlatformBudget } from '#worker/integrations/live-platforms.ts'
import { formatQuotaDay } from '#worker/features/live/quota.ts'
import { JobName } from '#worker/features/operations/contract.ts'
import { fromCountedLateness, latenessSums } from '#worker/features/operations/lateness/lateness.ts'
import { selectServerErrors } from '#worker/features/operations/server-errors/count-server-error.ts'
import type { AlertFacts } from './alert-rules.ts'

export const selectJobStarts = prepare(() =>
  select(
    { job: jobRuns.job, startedAt: jobRuns.startedAt, state: jobRuns.state },
    sql`from ${jobRuns}`,
  ),
)

const selectEnded = prepare(({ from }: Params<{ from: number }>) => {
  const { state, count, hour } = deliveryCounts
  return selectFirst(
    {
      sent: sql<number>`coalesce(sum(iif(${state} = 'sent', ${count}, 0)), 0)`,
      failed: sql<number>`coalesce(sum(iif(${state} = 'sent', 0, ${count})), 0)`,
    },
    sql`from ${deliveryCounts} where ${state} in ('sent', 'dead', 'unknown') and ${hour} >= ${from}`,
  )
})

const selectOldestDue = prepare(({ now }: Params<{ now: number }>) =>
  selectFirst(
    { dueAt: deliveries.nextAt },
    sql`from ${deliveries} where ${deliveries.status} = 'pending' and ${deliveries.nextAt} <= ${now}
        order by ${deliveries.nextAt} limit 1`,
  ),
)

const selectBrowserErrors = prepare(({ since }: Params<{ since: number }>) =>
  selectFirst(
    { count: sql<number>`count(*)` },
    sql`from ${clientErrors} where ${clientErrors.at} > ${since}`,
  ),
)

const selectUnits = prepare(({ day }: Params<{ day: string }>) =>
  select(
    { platform: platformStates.platform, used: platformStates.quotaUsed },
    sql`from ${platformStates} where ${platformStates.quotaDay} = ${day}`,
  ),
)

const selectNewAddressMails = prepare(({ hour }: Params<{ hour: number }>) =>
  selectFirst(
    { count: rateLimitCounters.count },
    sql`from ${rateLimitCounters} where ${rateLimitCounters.subject} = ${newAddressRateLimitSubject}
        and ${rateLimitCounters.hour} = ${hour}`,
  ),
)

const selectReminders = prepare(({ since }: Params<{ since: number }>) => {
  const { accepted, onTime } = latenessSums
  const { day, kind } = deliveryLateness
  return selectFirst(
    { accepted, onTime },
    sql`${fromCountedLateness} and ${day} >= ${since} and ${kind} = 'reminder'`,
  )
})

const selectPlans = prepare(({ now }: Params<{ now: number }>) => {
  const { lane, recipients, perSecond, eventId } = reminderPlans
  return select(
    { event: e.slug, lane, recipients, perSecond },
    sql`from ${reminderPlans} join ${e} on ${e.id} = ${eventId}
      where ${e.startAt} > ${now} and ${e.cancelledAt} is null`,
  )
})

const selectOpenReports = prepare(() =>
  selectFirst(
    {
      oldestAt: sql<number | null>`min(${reports.createdAt})`,
      minorSafety: sql<number>`coalesce(sum(${equals(reports.reason, 'minor_safety')}), 0)`,
    },
    sql`from ${reports} indexed by reports_open where ${reports.decidedAt} is null`,
  ),
)

export function selectAlertFacts({ now }: Ctx) {
  return {
    jobs: selectJobStarts(),
    ended: selectEnded({ from: Math.floor(now / hourMs) - 1 }),
    oldest: selectOldestDue({ now }),
    serverErrors: selectServerErrors({ from: Math.floor(now / hourMs) - 1 }),
    errors: selectBrowserErrors({ since: now - hourMs }),
    units: selectUnits({ day: formatQuotaDay(now) }),
    reminders: selectReminders({ since: Math.floor(now / dayMs) - 1 }),
    plans: selectPlans({ now }),
    openReports: selectOpenReports(),
    newAddressMails: selectNewAddressMails({ hour: Math.floor(now / hourMs) }),
  }
}

export function toJobFacts(rows: ResultOf<ReturnType<typeof selectJobStarts>>): AlertFacts['jobs'] {
  return rows.flatMap(({ job: name, ...run }) => {
    const job = JobName.options.find((jobName) => jobName === name)
    return job ? [{ ...run, job }] : []
  })
}

type OpenReports = ResultOf<ReturnType<typeof selectOpenReports>>

function toReportFacts(open: OpenReports) {
  return { oldestReportAt: open?.oldestAt ?? null, minorSafetyReports: open?.minorSafety ?? 0 }
}

export function toAlertFacts(
  { now, config }: Ctx,
  rows: Results<ReturnType<typeof selectAlertFacts>>,
): AlertFacts {
  return {
    now,
    jobs: toJobFacts(rows.jobs),
    deliveries: rows.ended ?? { sent: 0, failed: 0 },
    reminders: rows.reminders ?? { accepted: 0, onTime: 0 },
    oldestDueAt: rows.oldest?.dueAt ?? null,
    serverErrors: rows.serverErrors?.count ?? 0,
    browserErrors: rows.errors?.count ?? 0,
    quotas: rows.units.flatMap(({ platform, used }) => {
      const budget = findPlatformBudget(platform)
      return budget?.per === 'day' ? [{ platform, share: used / budget.units }] : []
    }),
    slowReminders: rows.plans.flatMap((plan) => {
      const overrunMs = computeOverrunMs(plan, hourMs)
      return overrunMs > 0 ? [{ ...plan, overrunMs }] : []
    }),
    ...toReportFacts(rows.openReports),
    newAddressShare: (rows.newAddressMails?.count ?? 0) / config.NEW_ADDRESS_MAILS_PER_HOUR,
  }
}
