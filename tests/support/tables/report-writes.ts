import type { TestApi } from '#tests/support/drivers/api.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember } from '#tests/support/factories/members.ts'
import type { Write } from './panel-writes.ts'

/** The team’s decisions on reports, for the table of what the panel writes. */
export function reportWrites(worker: () => TestApi): Record<string, Write> {
  return {
    'POST /admin/reports/decide': {
      entry: 'dismiss_reports event',
      again: '409 reports_decided',
      async place() {
        const { id } = await createEvent(worker())
        const subject = { type: 'event', id }
        const { token } = await createMember(worker())
        const body = { subject, reason: 'spam' }
        const report = await worker().call<{ id: number }>('POST', 'reports', { token, body })
        const items = [{ subject, newest_id: report.body.id }]
        return { body: { outcome: 'dismissed', items }, subject: id }
      },
    },
  }
}
