import { query, type TestDatabase } from '#tests/support/factories/rows.ts'
import type { Write } from './panel-writes.ts'

/** The id of a request not to be listed; the next one has the next. */
export async function insertHiddenName(worker: TestDatabase, name: string): Promise<number> {
  const sql = `insert into opt_outs (platform, name_key, created_at) values ('', ?, 1) returning id`
  const [row] = await query<{ id: number }>(worker, sql, name)
  return row?.id ?? 0
}

type Makers = {
  streamer: () => Promise<number[]>
  hideName: () => Promise<number>
  fresh: (name: string) => string
}

/** The team’s writes for people who ask not to be listed, or for their data. */
export function optOutWrites({ streamer, hideName, fresh }: Makers): Record<string, Write> {
  return {
    'PUT /admin/streamers/{id}/listing': {
      entry: 'unlist streamer',
      place: async () => ({ ids: await streamer(), body: { is_listed: false } }),
    },
    'POST /admin/streamers/{id}/data_link': {
      entry: 'send_data streamer',
      by: 'admin',
      again: '409 data_link_not_sent',
      place: async () => ({ ids: await streamer() }),
    },
    'POST /admin/opt_outs': {
      entry: 'hide_name opt_out',
      by: 'admin',
      place: async () => ({ body: { name: fresh('Guest') }, subject: (await hideName()) + 1 }),
    },
    'DELETE /admin/opt_outs/{id}': {
      entry: 'show_name opt_out',
      again: '404 opt_out_not_found',
      by: 'admin',
      place: async () => ({ ids: [await hideName()] }),
    },
  }
}
