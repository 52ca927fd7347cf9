import { query } from '#tests/support/factories/rows.ts'
import type { TestWorker } from './worker.ts'

/** Seen when a session is used, or put there by the test itself, and what counts that. */
const passing: Record<string, string> = {
  sessions: 'select id, user_id from sessions',
  // When it is read says nothing of what it brought.
  schedule_sources: `select id, user_id, streamer_id, account_id, kind, sealed_url, category, language,
    timezone, created_at, last_error, failures from schedule_sources`,
  deliveries: `select * from deliveries where key not like 'marker:%'`,
  delivery_counts: 'select 1',
  // When the next call may leave says nothing of what was sent.
  delivery_providers: 'select provider, failures, paused_at from delivery_providers',
  // A try counts, whatever comes of it.
  attempts: 'select 1',
}

/** All rows of all tables, but for what passes. */
export async function dumpDatabase(
  worker: Pick<TestWorker, 'environment'>,
): Promise<Record<string, unknown>> {
  const tables = await query<{ name: string }>(
    worker,
    `select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like 'sqlite_%' order by name`,
  )
  const texts = tables.map(({ name }) => passing[name] ?? `select * from "${name}"`)
  const found = await worker.environment.db.$client.batch(texts, 'read')
  return Object.fromEntries(tables.map(({ name }, index) => [name, found[index]?.rows]))
}
