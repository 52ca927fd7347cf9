import { auditEntries } from '#worker/db/schema/audit.ts'
import { appeals } from '#worker/db/schema/appeals.ts'
import { reports } from '#worker/db/schema/reports.ts'
import type { TestApi } from '#tests/support/drivers/api.ts'
import { insertInto, insertRow } from './rows.ts'

/** A decision of somebody else, and the member’s appeal. */
export async function placeAppeal(
  worker: Pick<TestApi, 'environment'>,
  { userId, otherId, at }: { userId: number; otherId: number | null; at: number },
): Promise<number> {
  const decision = { action: 'disable', subjectType: 'event', subjectId: 1, actorId: otherId, at }
  const entryId = await insertRow(worker, auditEntries, decision)
  const text = 'mark-appeals'
  await insertInto(worker, appeals, { entryId, userId, language: 'en', text, createdAt: at })
  return entryId
}

/** An appeal of somebody else that the member answered. */
export async function placeAnsweredAppeal(
  worker: Pick<TestApi, 'environment'>,
  { userId, otherId, at }: { userId: number; otherId: number; at: number },
): Promise<void> {
  const decision = { action: 'disable', subjectType: 'event', subjectId: 1, actorId: null, at }
  const entryId = await insertRow(worker, auditEntries, decision)
  await insertInto(worker, appeals, {
    entryId,
    userId: otherId,
    language: 'en',
    text: 'Somebody else’s',
    createdAt: at,
    answeredAt: at,
    answeredBy: userId,
    outcome: 'upheld',
  })
}

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
