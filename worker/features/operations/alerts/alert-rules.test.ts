import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#worker/contracts/durations.ts'
import { findAlerts, type AlertFacts } from './alert-rules.ts'

const now = Date.UTC(2027, 0, 1, 12)
const fine: AlertFacts = {
  now,
  jobs: [
    { job: 'minute', startedAt: now - minuteMs, state: 'idle' },
    { job: 'hour', startedAt: now - hourMs, state: 'done' },
  ],
  deliveries: { sent: 1000, failed: 19 },
  oldestDueAt: now - 14 * minuteMs,
  serverErrors: 19,
  browserErrors: 199,
  quotas: [{ platform: 'youtube', share: 0.89 }],
  newAddressShare: 0.89,
  oldestReportAt: now - 7 * dayMs,
  minorSafetyReports: 0,
  reminders: { accepted: 200, onTime: 198 },
  slowReminders: [],
}

test('no alert is raised while all is well', () => {
  expect(findAlerts(fine)).toEqual([])
  expect(
    findAlerts({ ...fine, jobs: [], oldestDueAt: null, quotas: [], oldestReportAt: null }),
  ).toEqual([])
})

const wrong: [change: Partial<AlertFacts>, name: string][] = [
  [{ jobs: [{ job: 'minute', startedAt: now - 11 * minuteMs, state: 'done' }] }, 'job_late:minute'],
  [{ jobs: [{ job: 'hour', startedAt: now - 140 * minuteMs, state: 'failed' }] }, 'job_late:hour'],
  [{ jobs: [{ job: 'hour', startedAt: now - minuteMs, state: 'failed' }] }, 'job_failed:hour'],
  [{ deliveries: { sent: 100, failed: 20 } }, 'deliveries_failing'],
  [{ oldestDueAt: now - 16 * minuteMs }, 'backlog'],
  [{ reminders: { accepted: 200, onTime: 197 } }, 'reminders_late'],
  [
    {
      slowReminders: [
        { event: 'big', lane: 'mail', recipients: 1e6, perSecond: 500, overrunMs: 18 * minuteMs },
      ],
    },
    'reminders_slow:mail:big',
  ],
  [{ serverErrors: 20 }, 'server_errors'],
  [{ browserErrors: 200 }, 'browser_errors'],
  [{ quotas: [{ platform: 'youtube', share: 0.9 }] }, 'quota:youtube'],
  [{ newAddressShare: 0.9 }, 'new_address_mails'],
  [{ oldestReportAt: now - 7 * dayMs - 1 }, 'report_late'],
  [{ minorSafetyReports: 1 }, 'minor_safety'],
]

test.each(wrong)('%j raises %s', (change, name) => {
  expect(findAlerts({ ...fine, ...change }).map((alert) => alert.name)).toEqual([name])
})

test('many failures among many more messages are no alert', () => {
  expect(findAlerts({ ...fine, deliveries: { sent: 1000, failed: 50 } })).toEqual([])
})
