import { toCardVersion } from '#worker/features/social-cards/cards.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { TestWorker } from '#tests/support/drivers/worker.ts'

/** Stands for the card of the event as it is now. */
export async function putCard(worker: TestWorker, id: number, key: string): Promise<void> {
  const [row] = await worker.sql<{ updatedAt: number; cancelledAt: number | null }>`
    select updated_at as "updatedAt", cancelled_at as "cancelledAt" from events where id = ${id}`
  if (!row) throw new Error(`no event ${id}`)
  await worker.putMedia(key, 'png', { drawnFrom: toCardVersion({ id: id as EventId, ...row }) })
}
