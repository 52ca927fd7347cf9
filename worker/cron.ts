import type { Ctx, System } from './context.ts'
import { minuteMs } from './contracts/durations.ts'
import type { Env } from './env.ts'
import { runHourlyJob } from '#worker/jobs/hourly-job.ts'
import { runMinutelyJob } from '#worker/jobs/minutely-job.ts'
import { checkAlerts } from './features/operations/alerts/check-alerts.ts'
import type { JobName } from './features/operations/contract.ts'
import { runRecordedJob, type RunOutcome } from '#worker/jobs/job-runs.ts'
import { describeError } from './logging/log.ts'
import { measureRun } from './logging/metrics.ts'
import { createContext } from './request/request-context.ts'

type CronJob = { name: JobName; run: (ctx: Ctx<System>) => Promise<RunOutcome> }

const jobs: Record<string, CronJob> = {
  '* * * * *': { name: 'minute', run: runMinutelyJob },
  '17 * * * *': { name: 'hour', run: runHourlyJob },
}

export async function runCron(env: Env, cron: string, scheduledTime: number): Promise<void> {
  const job = jobs[cron]
  if (!job) throw new Error(`no job for the schedule ${cron}`)
  const source = { origin: 'cron', request: crypto.randomUUID() } as const
  const origin = { now: scheduledTime, locale: 'en', source } as const
  const ctx = { ...createContext(env, origin), actor: { kind: 'system' } } as const
  try {
    const metric = { kind: 'job', name: job.name } as const
    await measureRun(env.METRICS, metric, () => runRecordedJob(ctx, job.name, job.run))
  } finally {
    if (isAlertTime(job.name, scheduledTime)) await tryToCheckAlerts(ctx)
  }
}

/** Each job looks whether the other one runs; the minutely one every five minutes. */
function isAlertTime(job: JobName, now: number): boolean {
  return job === 'hour' || Math.floor(now / minuteMs) % 5 === 0
}

async function tryToCheckAlerts(ctx: Ctx<System>): Promise<void> {
  try {
    await checkAlerts(ctx)
  } catch (error) {
    ctx.log({ event: 'alerts_not_checked', ...describeError(error) })
  }
}
