import { reports } from '#worker/db/schema/reports.ts'
import type { TestApi } from '#tests/support/drivers/api.ts'
import { insertRow } from './rows.ts'

/** One that the member sent, and one of somebody else that the member decided. */
export async function placeReports(
  worker: Pick<TestApi, 'environment'>,
  { userId, otherId, at }: { userId: number; otherId: number; at: number },
): Promise<void> {
  const about = { subjectType: 'event', subjectId: 1, createdAt: at } as const
  await insertRow(worker, reports, { ...about, userId, reason: 'other', text: 'mark-reports' })
  await insertRow(worker, reports, {
    ...about,
    userId: otherId,
    reason: 'spam',
    decidedAt: at,
    decidedBy: userId,
    outcome: 'dismissed',
  })
}
