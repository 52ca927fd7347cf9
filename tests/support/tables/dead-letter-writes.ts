import type { Write } from './panel-writes.ts'

/** The panel’s retries of failed deliveries, for the table of what the panel writes. */
export function deadLetterWrites({
  placeDead,
}: {
  placeDead: (reason: 'unknown_push_service' | 'rejected') => Promise<number>
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
  }
}
