import { dayMs, hourMs, minuteMs } from '#worker/contracts/durations.ts'
import type { DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { JobName } from '#worker/features/operations/contract.ts'

export type JobFacts = { job: JobName; startedAt: number; state: string }

export type AlertFacts = {
  now: number
  jobs: readonly JobFacts[]
  /** Deliveries of this hour and the one before. */
  deliveries: { sent: number; failed: number }
  /** Time when the delivery fell due that has waited longest. */
  oldestDueAt: number | null
  /** Answers 500 of this hour and the one before. */
  serverErrors: number
  /** In the last hour. */
  browserErrors: number
  quotas: readonly { platform: Platform; share: number }[]
  /** The hour’s count of mails to addresses that nobody has proved. */
  newAddressShare: number
  /** Null where no report is open. */
  oldestReportAt: number | null
  /** Reminders promised for today or yesterday, by UTC. */
  reminders: { accepted: number; onTime: number }
  /** Reminders of the next two days that cannot be on time, by the measured rate of their lane. */
  slowReminders: readonly SlowReminders[]
  /** Open reports of a danger to a minor. */
  minorSafetyReports: number
}

export type SlowReminders = {
  event: string
  lane: DeliveryLane
  recipients: number
  perSecond: number
  overrunMs: number
}

export type Alert = { name: string; text: string }

/** A minutely job every minute and an hourly one every hour, with time for a slow run. */
const latestRunMs: Record<JobName, number> = { minute: 10 * minuteMs, hour: 2.2 * hourMs }

const longestWaitMs = 15 * minuteMs
const longestReportWaitMs = 7 * dayMs
/** 99 of 100; of fewer reminders, one member’s broken device would be an alert. */
const leastOnTimeShare = 0.99
const fewestReminders = 100
/** Fewer failures may be one broken webhook. */
const fewestFailures = 20
const highestFailureRate = 0.1
const mostServerErrors = 20
const mostBrowserErrors = 200
const highestQuotaShare = 0.9

export function isJobLate({ job, startedAt }: Omit<JobFacts, 'state'>, now: number): boolean {
  return now - startedAt > latestRunMs[job]
}

function formatMinutes(ms: number): string {
  return `${Math.round(ms / minuteMs)} minutes`
}

function findJobAlerts({ jobs, now }: AlertFacts): Alert[] {
  return jobs.flatMap((run) => {
    const { job, startedAt, state } = run
    const ago = `${formatMinutes(now - startedAt)} ago`
    if (isJobLate(run, now)) {
      return [{ name: `job_late:${job}`, text: `The ${job} job began last ${ago}.` }]
    }
    if (state !== 'failed') return []
    return [{ name: `job_failed:${job}`, text: `The ${job} job failed ${ago}.` }]
  })
}

function findFailureAlerts({ deliveries: { sent, failed } }: AlertFacts): Alert[] {
  const ended = sent + failed
  if (failed < fewestFailures || failed <= ended * highestFailureRate) return []
  const text = `${failed} of ${ended} messages of the last hours failed for good.`
  return [{ name: 'deliveries_failing', text }]
}

function findBacklogAlerts({ oldestDueAt, now }: AlertFacts): Alert[] {
  if (oldestDueAt === null || now - oldestDueAt <= longestWaitMs) return []
  return [
    { name: 'backlog', text: `A message has waited for ${formatMinutes(now - oldestDueAt)}.` },
  ]
}

function findLatenessAlerts({ reminders: { accepted, onTime } }: AlertFacts): Alert[] {
  if (accepted < fewestReminders || onTime >= accepted * leastOnTimeShare) return []
  const text = `${accepted - onTime} of ${accepted} reminders since yesterday were not on time.`
  return [{ name: 'reminders_late', text }]
}

function findSlowReminderAlerts({ slowReminders }: AlertFacts): Alert[] {
  return slowReminders.map(({ event, lane, recipients, perSecond, overrunMs }) => ({
    name: `reminders_slow:${lane}:${event}`,
    text: `${recipients} reminders of ${event} in the lane ${lane} take ${formatMinutes((recipients / perSecond) * 1000)} at ${Math.round(perSecond)} a second: the last come ${formatMinutes(overrunMs)} too late.`,
  }))
}

function findServerErrorAlerts({ serverErrors }: AlertFacts): Alert[] {
  if (serverErrors < mostServerErrors) return []
  const text = `The worker answered ${serverErrors} requests of the last hours with an error.`
  return [{ name: 'server_errors', text }]
}

function findBrowserErrorAlerts({ browserErrors }: AlertFacts): Alert[] {
  if (browserErrors < mostBrowserErrors) return []
  const text = `Browsers reported ${browserErrors} errors in the last hour.`
  return [{ name: 'browser_errors', text }]
}

function findQuotaAlerts({ quotas }: AlertFacts): Alert[] {
  const spent = quotas.filter(({ share }) => share >= highestQuotaShare)
  return spent.map(({ platform, share }) => ({
    name: `quota:${platform}`,
    text: `${Math.round(share * 100)} % of the day’s quota of ${platform} is spent.`,
  }))
}

function findNewAddressAlerts({ newAddressShare }: AlertFacts): Alert[] {
  if (newAddressShare < highestQuotaShare) return []
  const spent = `${Math.round(newAddressShare * 100)} %`
  const text = `${spent} of the hour’s mails to new addresses are spent.`
  return [{ name: 'new_address_mails', text }]
}

function findReportAlerts({ oldestReportAt, minorSafetyReports, now }: AlertFacts): Alert[] {
  const isLate = oldestReportAt !== null && now - oldestReportAt > longestReportWaitMs
  return [
    ...(isLate ? [{ name: 'report_late', text: 'A report has been open for 7 days.' }] : []),
    ...(minorSafetyReports > 0
      ? [{ name: 'minor_safety', text: `Reports of a danger to a minor: ${minorSafetyReports}.` }]
      : []),
  ]
}

export function findAlerts(facts: AlertFacts): Alert[] {
  const rules = [
    findJobAlerts,
    findFailureAlerts,
    findBacklogAlerts,
    findLatenessAlerts,
    findSlowReminderAlerts,
    findServerErrorAlerts,
    findBrowserErrorAlerts,
    findQuotaAlerts,
    findNewAddressAlerts,
    findReportAlerts,
  ]
  return rules.flatMap((rule) => rule(facts))
}
