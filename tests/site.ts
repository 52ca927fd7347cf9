import { createServer, type AddressInfo } from 'node:net'
import { serveBuiltWorker } from '#local/built-worker.ts'
import { startEnvironment, type Environment } from '#local/environment.ts'
import { takeDataFolder } from './data-folder.ts'
import { startDiscordStandIn, type DiscordStandIn } from './discord-stand-in.ts'
import { eventually, type CaughtMail } from './worker.ts'

/** A whole Hypecal for a browser: the built worker on a port of its own, mail caught, Discord stood in for. */
export type TestSite = {
  url: string
  environment: Environment
  discord: DiscordStandIn
  mails(to: string): Promise<CaughtMail[]>
  /** Runs the minute job as of an instant and waits until all it caused is sent. */
  minute(at: number): Promise<void>
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function startTestSite({
  demo = false,
  vars = {},
}: { demo?: boolean; vars?: Record<string, string> } = {}): Promise<TestSite> {
  const data = await takeDataFolder(demo)
  const discord = await startDiscordStandIn()
  const port = await freePort()
  const environment = await startEnvironment({
    dataDir: data.folder,
    siteUrl: `http://localhost:${port}`,
    demo,
    vars: {
      TEST_CLOCK: 'on',
      RATE_LIMITS: 'off',
      SHARE_CARDS: 'off',
      DISCORD_API_URL: discord.url,
      ...vars,
    },
  })
  const worker = await serveBuiltWorker({ port, vars: environment.vars })
  return {
    url: worker.url,
    environment,
    discord,
    async mails(to) {
      const response = await fetch(
        `${environment.mail.url}/api/mails?${new URLSearchParams({ to })}`,
      )
      return (await response.json()) as CaughtMail[]
    },
    async minute(at) {
      await worker.cron('* * * * *', at)
      await eventually(() => isSettled(environment, at), 'everything due to be sent')
    },
    async close() {
      await worker.close()
      await environment.close()
      await discord.close()
      await data.remove()
    },
  }
}

/** Nothing waits any more: every reminder whose mark has come is written, and every delivery ended. */
async function isSettled({ db }: Environment, at: number): Promise<boolean> {
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
