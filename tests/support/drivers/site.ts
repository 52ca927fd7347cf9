import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { serveBuiltWorker } from '#local/built-worker.ts'
import type { LocalEnvironment } from '#local/environment.ts'
import { startTestEnvironment, type TestEnvironment } from '#tests/support/drivers/environment.ts'
import { waitFor } from './worker.ts'

/** A whole Hypecal for a browser: the built worker on a port of its own, mail caught, Discord stood in for. */
export type TestSite = TestEnvironment & {
  url: string
  /** Runs the minute job as of an instant and waits until all it caused is sent. */
  minute(at: number): Promise<void>
  /** Starts the hourly job as of an instant. */
  hour(at: number): Promise<void>
}

/** Below the range from which the system takes the ports of outgoing connections. */
const portRange = [20_000, 32_000] as const

export async function freePort(): Promise<number> {
  const port = randomInt(...portRange)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, 'localhost', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

export type SiteOptions = { demo?: boolean; vars?: Record<string, string>; hasOnboarding?: boolean }

export async function startTestSite({
  hasOnboarding = false,
  ...options
}: SiteOptions = {}): Promise<TestSite> {
  const port = await freePort()
  const around = await startTestEnvironment({ ...options, siteUrl: `http://localhost:${port}` })
  const { environment, persist } = around
  if (!hasOnboarding) await skipOnboarding(environment)
  const worker = await serveBuiltWorker({
    port,
    vars: environment.vars,
    ...(persist === undefined ? {} : { persist }),
  })
  return {
    ...around,
    url: worker.url,
    async minute(at) {
      await worker.cron('* * * * *', at)
      await waitFor(() => isSettled(environment, at), 'everything due to be sent')
    },
    hour: (at) => worker.cron('17 * * * *', at),
    async close() {
      await worker.close()
      await around.close()
    },
  }
}

/** Keeps the onboarding from opening over the pages of other tests. */
async function skipOnboarding({ db }: LocalEnvironment): Promise<void> {
  await db.$client.execute(`create trigger skip_onboarding after insert on users begin
    update users set onboarding_skipped_at = new.created_at where id = new.id; end`)
}

/** Nothing waits any more: every reminder whose mark has come is written, and every delivery ended. */
async function isSettled({ db }: LocalEnvironment, at: number): Promise<boolean> {
  const { rows } = await db.$client.execute({
    sql: `select 1 from deliveries where status in ('pending', 'claimed') and next_at <= ?1
      union all
      select 1 from events e, (select 24 as hours, 1 as until union all select 1, 0) o
      where e.status = 'approved' and e.time_certainty = 'exact' and e.hype_count > 0
        and ?1 >= e.start_at - o.hours * 3600000 and ?1 < e.start_at - o.until * 3600000
        and not exists (select 1 from reminder_fanouts f where f.event_id = e.id
          and f.hours = o.hours and f.start_at = e.start_at and f.done_at is not null)`,
    args: [at],
  })
  return rows.length === 0
}
