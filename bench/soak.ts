import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openMigratedDatabase, type LocalDatabase } from '../local/database.ts'
import { readOrCreateSecrets } from '../local/secrets.ts'
import { startFakeQueue } from './fakes.ts'
import { runInFolder } from './in-folder.ts'
import { roundToThousandths } from './in-turns.ts'
import { scaleNow } from './scale.ts'
import { createBenchVars } from './scale-site.ts'
import { findScaleSet } from './seed.ts'
import { startService, type Service } from './service.ts'
import { signIn } from './sessions.ts'
import { SoakClient, type Sample } from './soak-client.ts'
import { countDifference, type Ledger, type Subjects } from './soak-traffic.ts'
import { median, quantile } from './statistics.ts'
import { serveDriven, type Served } from './workerd.ts'
import { prepareBench } from './prepare-bench.ts'

/** Mixed traffic for minutes: what fails, what is lost or doubled, how the memory grows. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    clients: { type: 'string', default: '8' },
    small: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const clients = Number(values.clients)
const memberCount = values.small ? 400 : 2_000
/** The runtime first grows to its working size. */
const warmUpSeconds = Math.min(60, seconds / 3)
const mostGrowth = 1.1
/** The engine would enlarge it from 16 to 64 MiB within minutes, which hides what a leak adds. */
const fixedYoungGeneration = ['--min-semi-space-size=16', '--max-semi-space-size=16']

async function findSubjects(db: LocalDatabase, secret: string): Promise<Subjects> {
  const rowsOf = async (sql: string) => (await db.$client.execute(sql)).rows
  const events = await rowsOf(`select id, slug from events where status = 'approved'
    and start_at > ${scaleNow} and cancelled_at is null order by hype_count desc limit 2000`)
  const streamers = await rowsOf(`select id from streamers order by follow_count desc limit 2000`)
  const users = await rowsOf(`select id from users where role = 'member' and is_active = 1
    and is_soft_banned = 0 order by id desc limit ${memberCount + 1}`)
  const [moderator = 0, ...members] = users.map((row) => Number(row['id']))
  await db.$client.execute({
    sql: `update users set role = 'admin' where id = ?`,
    args: [moderator],
  })
  await db.$client.execute(
    `update users set email_verified_at = 1 where id in (${members.join(',')})`,
  )
  const signedIn: Subjects['members'] = []
  for (const id of members) signedIn.push({ id, token: await signIn(db, secret, id) })
  return {
    events: events.map((row) => ({ id: Number(row['id']), slug: String(row['slug']) })),
    streamers: streamers.map((row) => Number(row['id'])),
    members: signedIn,
    moderator: await signIn(db, secret, moderator),
  }
}

/** Reads the ledger of these members and of what they proposed. */
async function readLedger(db: LocalDatabase, { members }: Subjects): Promise<Ledger> {
  const setOf = async (sql: string) =>
    (await db.$client.execute(sql)).rows.map((row) => row['key'] as string | number)
  const mine = `user_id in (${members.map(({ id }) => id).join(',')})`
  const proposed = `from events where streaming_account_name like 'soak\\_channel\\_%' escape '\\'`
  const [hypes, follows, proposals, approvals] = [
    await setOf(`select user_id || ':' || event_id as key from hypes where ${mine}`),
    await setOf(`select user_id || ':' || streamer_id as key from streamer_follows where ${mine}`),
    await setOf(`select id as key ${proposed}`),
    await setOf(`select id as key ${proposed} and status = 'approved'`),
  ]
  return {
    hypes: new Set(hypes.map(String)),
    follows: new Set(follows.map(String)),
    proposals: new Set(proposals.map(Number)),
    approvals: new Set(approvals.map(Number)),
  }
}

/** Events whose count differs from their hypes. */
async function countWrongCounts(db: LocalDatabase, { events }: Subjects): Promise<number> {
  const { rows } = await db.$client.execute(`select count(*) as wrong from events
    where hype_count <> (select count(*) from hypes where event_id = events.id)
      and id in (${events.map(({ id }) => id).join(',')})`)
  return Number(rows[0]?.['wrong'])
}

function reportTimes(samples: readonly Sample[]): number {
  const kinds = [...new Set(samples.map(({ kind }) => kind))].sort()
  const failed = samples.filter(({ isFailed }) => isFailed).length
  console.table(
    Object.fromEntries(
      kinds.map((kind) => {
        const own = samples.filter((sample) => sample.kind === kind)
        const times = own.map(({ ms }) => ms)
        const row = {
          requests: own.length,
          'p50 ms': roundToThousandths(median(times)),
          'p99 ms': roundToThousandths(quantile(times, 0.99)),
          failed: own.filter(({ isFailed }) => isFailed).length,
        }
        return [kind, row]
      }),
    ),
  )
  console.log(
    `${samples.length} requests, ${(samples.length / seconds).toFixed(0)} a second, ${failed} failed`,
  )
  return failed
}

type Memory = { at: number; worker: number; database: number }

/** Ratio of the memory at the end to that after the warm-up, by medians of ten seconds. */
function growthOf(memory: readonly Memory[], of: 'worker' | 'database'): number {
  const mebibytesFrom = (from: number) =>
    median(memory.filter(({ at }) => at >= from && at < from + 10).map((sample) => sample[of])) /
    2 ** 20
  const [firstMemory, last] = [mebibytesFrom(warmUpSeconds), mebibytesFrom(seconds - 10)]
  const growth = last / firstMemory
  console.log(
    `memory of the ${of}: ${firstMemory.toFixed(1)} MiB after ${warmUpSeconds} s, ${last.toFixed(1)} MiB at the end, ${growth.toFixed(2)} times`,
  )
  return growth
}

async function watchMemory(worker: Served, database: Service, until: number): Promise<Memory[]> {
  const samples: Memory[] = []
  const began = Date.now()
  while (Date.now() < until) {
    await sleep(1_000)
    const at = (Date.now() - began) / 1_000
    samples.push({ at, worker: worker.memory(), database: database.memory() })
  }
  return samples
}

async function soak(worker: Served, database: Service, db: LocalDatabase, secret: string) {
  const subjects = await findSubjects(db, secret)
  const ledger = await readLedger(db, subjects)
  const wrongBefore = await countWrongCounts(db, subjects)
  const samples: Sample[] = []
  const until = Date.now() + seconds * 1_000
  const state = { url: worker.url, subjects, ledger, samples, until }
  const memory = watchMemory(worker, database, until)
  await Promise.all(
    Array.from({ length: clients }, (_, number) =>
      new SoakClient(state, { number, of: clients }).run(),
    ),
  )
  const failed = reportTimes(samples)
  const measured = await memory
  const growth = Math.max(growthOf(measured, 'worker'), growthOf(measured, 'database'))
  const stored = await readLedger(db, subjects)
  const faults = {
    hypes: countDifference(stored.hypes, ledger.hypes),
    follows: countDifference(stored.follows, ledger.follows),
    proposals: countDifference(stored.proposals, ledger.proposals),
    approvals: countDifference(stored.approvals, ledger.approvals),
    'hype counts': (await countWrongCounts(db, subjects)) - wrongBefore,
  }
  console.log('lost or doubled:', faults)
  const wrong = Object.values(faults).reduce((sum, count) => sum + count, 0)
  mkdirSync('bench/results', { recursive: true })
  const result = { seconds, clients, requests: samples.length, failed, growth, faults }
  writeFileSync('bench/results/soak.json', `${JSON.stringify(result, null, 2)}\n`)
  if (failed > 0 || wrong > 0 || growth > mostGrowth) process.exitCode = 1
}

await prepareBench()
await runInFolder(async (folder, toClose) => {
  // The set stays as it is.
  cpSync(await findScaleSet(values.small ? 'small' : 'large'), folder, { recursive: true })
  const secrets = readOrCreateSecrets(folder)
  const files = { dataDir: folder, authToken: secrets.database }
  const database = await startService('database-service.ts', files, fixedYoungGeneration)
  toClose.push(database)
  const db = await openMigratedDatabase({ url: database.url, authToken: secrets.database })
  const queue = await startFakeQueue(() => undefined)
  toClose.push(queue)
  const worker = await serveDriven(folder, createBenchVars(secrets, database.url), queue.port)
  toClose.push(worker)
  await soak(worker, database, db, secrets.jwt)
})
