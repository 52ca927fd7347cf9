import Database from 'libsql'
import { join } from 'node:path'
import { openMigratedDatabase, serveDatabase } from '../local/database.ts'
import type { LibsqlServer } from '../local/libsql-server/server.ts'
import { readOrCreateSecrets } from '../local/secrets.ts'
import type { SentMessage } from '../worker/queue-messages.ts'
import { memoryRange, countQueries, dispatch } from './driven.ts'
import { day, hour } from './scale.ts'
import { startFakeMail, startFakeQueue } from './fakes.ts'
import { runInFolder } from './in-folder.ts'
import { createBenchVars } from './scale-site.ts'
import { serveDriven, type DrivenWorker } from './workerd.ts'
import { prepareBench } from './prepare-bench.ts'

/** Measures reminders for everyone who hyped one event: speed, queries, memory. */
const people = Number(process.env['PEOPLE'] ?? 1_000_000)
/** One in this many members has a verified address, and so a mail besides the in-app row. */
const mailedOneIn = Number(process.env['MAILED_ONE_IN'] ?? 20)
const mostQueries = 3
const leastRowsPerSecond = 2000
const mostMemory = 16
/** The runtime first grows to its working size. */
const warmUp = 0.2
/** Messages delivered after the fan-out. */
const deliveredMessages = 200
const mark = Date.UTC(2026, 11, 1, 18)

function seed(file: string): void {
  const database = new Database(file)
  database.exec('pragma synchronous = off; pragma cache_size = -200000; pragma foreign_keys = on')
  database.exec(`
    insert into users (id, username, username_key, email, email_key, email_verified_at, created_at)
      select value, 'member_' || value, 'member_' || value, 'member_' || value || '@people.example',
        'member_' || value || '@people.example', iif(value % ${mailedOneIn} = 0, 1, null), 1
      from generate_series(1, ${people});
    insert into events (id, slug, name, description, start_at, end_at, timezone, time_certainty,
        status, approved_at, language, platform, streaming_account_name, category, proof_url,
        created_at, updated_at, series_name)
      values (1, 'the-event', 'The Event', 'Everybody comes.', ${mark + day}, ${mark + day + hour},
        'Europe/Paris', 'exact', 'approved', 1, 'en', 'twitch', 'channel', 'charity',
        'https://example.com', 1, 1, 'theevent');
    insert into hypes (event_id, user_id, created_at)
      select 1, value, 1 from generate_series(1, ${people});
    pragma wal_checkpoint(truncate);`)
  database.close()
}

type Bench = { worker: DrivenWorker; libsql: LibsqlServer; messages: SentMessage[] }

async function minute(bench: Bench, at: number): Promise<number> {
  const queriesBefore = countQueries(bench.libsql)
  await dispatch(bench.worker, '/scheduled', { cron: '* * * * *', at })
  return countQueries(bench.libsql) - queriesBefore
}

type FanOut = {
  pages: number
  seconds: number
  queries: number
  memory: number[]
  mails: SentMessage[]
}

/** Each page queues the next; mails wait. */
async function fanOut(bench: Bench): Promise<FanOut> {
  const fanOutFigures: FanOut = { pages: 0, seconds: 0, queries: 0, memory: [], mails: [] }
  for (;;) {
    const sent = bench.messages.splice(0)
    fanOutFigures.mails.push(...sent.filter(({ type }) => type === 'send_lane'))
    const page = sent.filter(({ type }) => type !== 'send_lane')
    if (page.length === 0) return fanOutFigures
    const queriesBefore = countQueries(bench.libsql)
    const began = performance.now()
    await dispatch(bench.worker, '/queue', page)
    fanOutFigures.seconds += (performance.now() - began) / 1000
    fanOutFigures.queries = Math.max(
      fanOutFigures.queries,
      countQueries(bench.libsql) - queriesBefore,
    )
    fanOutFigures.pages += 1
    fanOutFigures.memory.push(bench.worker.memory())
  }
}

async function deliver({ worker }: Bench, messages: SentMessage[]): Promise<number> {
  const began = performance.now()
  for (let start = 0; start < messages.length; start += 10) {
    await dispatch(worker, '/queue', messages.slice(start, start + 10))
  }
  return (performance.now() - began) / 1000
}

function open(libsql: LibsqlServer, dataDir: string, ports: { queue: number; mail: number }) {
  const vars = {
    ...createBenchVars(readOrCreateSecrets(dataDir), libsql.url),
    MAIL_API_URL: `http://127.0.0.1:${ports.mail}`,
    MAIL_CALLS_PER_SECOND: '100000',
  }
  return serveDriven(dataDir, vars, ports.queue)
}

type Outbox = { rows: number; people: number }

/** Returns whether all targets are met. */
function report(
  idle: number,
  outbox: Outbox,
  { pages, seconds, queries, memory }: FanOut,
): boolean {
  const { least, most } = memoryRange(memory, warmUp)
  const perSecond = outbox.rows / seconds
  console.log(`minute job with nothing due: queries ${idle} (aim: 1)`)
  console.log(
    `${pages} pages, ${outbox.rows} rows for ${outbox.people} people, ${seconds.toFixed(1)} s`,
  )
  console.log(`queries a page, at most: ${queries} (aim: ${mostQueries})`)
  console.log(`rows a second: ${perSecond.toFixed(0)} (aim: ${leastRowsPerSecond})`)
  console.log(
    `memory of the runtime after a fifth of the pages: ${least.toFixed(1)} to ${most.toFixed(1)} MiB,`,
    `within ${(most - least).toFixed(1)} MiB (aim: ${mostMemory})`,
  )
  return (
    idle === 1 &&
    outbox.people === people &&
    queries <= mostQueries &&
    perSecond >= leastRowsPerSecond &&
    most - least <= mostMemory
  )
}

async function run(dataDir: string): Promise<boolean> {
  const authToken = readOrCreateSecrets(dataDir).database
  const libsql = await serveDatabase(dataDir, authToken)
  const db = await openMigratedDatabase({ url: libsql.url, authToken })
  const began = performance.now()
  seed(join(dataDir, 'db', 'hypecal.db'))
  console.log(
    `${people} hypes are there after ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  const [queue, mail] = [await startFakeQueue(), await startFakeMail()]
  const worker = await open(libsql, dataDir, { queue: queue.port, mail: mail.port })
  const bench = { worker, libsql, messages: queue.messages }
  try {
    const idle = await minute(bench, mark - hour)
    await minute(bench, mark)
    const fanOutFigures = await fanOut(bench)
    const { rows } = await db.$client.execute(
      'select count(*) as many, count(distinct user_id) as people from deliveries',
    )
    const outbox = { rows: Number(rows[0]?.['many']), people: Number(rows[0]?.['people']) }
    const sending = await deliver(bench, fanOutFigures.mails.slice(0, deliveredMessages))
    const isReached = report(idle, outbox, fanOutFigures)
    const mailsPerSecond = (mail.count() / sending).toFixed(0)
    console.log(`mails sent after that: ${mail.count()}, ${mailsPerSecond} a second`)
    return isReached
  } finally {
    for (const service of [worker, queue, mail, libsql]) await service.close()
  }
}

await prepareBench()
await runInFolder(run)
