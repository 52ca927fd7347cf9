import { query, type TestDatabase } from '#tests/support/factories/rows.ts'
import type { Write } from './panel-writes.ts'

export async function insertIncident(worker: TestDatabase): Promise<number> {
  const sql = `insert into incidents (kind, opened_at, closed_at)
    values ('server_errors', 1, 2) returning id`
  const [row] = await query<{ id: number }>(worker, sql)
  return row?.id ?? 0
}

/** Writes of operators: retries of failed deliveries, and sentences about incidents. */
export function deadLetterWrites({
  placeDead,
  placeIncident,
}: {
  placeDead: (reason: 'unknown_push_service' | 'rejected') => Promise<number>
  placeIncident: () => Promise<number>
}): Record<string, Write> {
  return {
    'POST /admin/operations/dead_letters/retry': {
      entry: 'retry delivery',
      again: '200',
      by: 'admin',
      async place() {
        const reason = 'unknown_push_service'
        return { body: { reason }, subject: await placeDead(reason) }
      },
    },
    'POST /admin/operations/dead_letters/{id}/retry': {
      entry: 'retry delivery',
      again: '200',
      by: 'admin',
      place: async () => ({ ids: [await placeDead('rejected')] }),
    },
    'PUT /admin/operations/incidents/{id}': {
      entry: 'edit incident',
      by: 'admin',
      place: async () => ({
        ids: [await placeIncident()],
        body: { en: 'We know.', es: 'Lo sabemos.', fr: 'Nous le savons.' },
      }),
    },
  }
}
