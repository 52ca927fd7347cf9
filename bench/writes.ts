import { cpSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMigratedDatabase, type LocalDatabase } from '../local/database.ts'
import { readOrCreateSecrets } from '../local/secrets.ts'
import { startFakeQueue } from './fakes.ts'
import { runInFolder } from './in-folder.ts'
import { roundToThousandths } from './in-turns.ts'
import { prepareBench } from './prepare-bench.ts'
import { scaleNow } from './scale.ts'
import { createBenchVars } from './scale-site.ts'
import { findScaleSet } from './seed.ts'
import { startService } from './service.ts'
import { signIn } from './sessions.ts'
import { median, quantile } from './statistics.ts'
import { serveDriven } from './workerd.ts'

/**
 * Writes that many make at once: hypes of one event by as many members, as fast as they go and at the
 * aimed rate beside reads of the event, which are compared with reads alone; then approvals.
 */
const memberCount = 2_000
const approvalCount = 300
/** Requests under way at a time. */
const connections = 16
const aims = { hypesPerSecond: 500, readsSlower: 2, approvalMs: 30 }
/** Pause between two reads: a reader, not a load. */
const readPauseMs = 10

type Site = {
  url: string
  db: LocalDatabase
  tokens: string[]
  moderator: string
  /** Milliseconds of processor time so far, of worker, database and client. */
  cpu: () => number[]
}
/** `before`: its hypes at the start. */
type Event = { id: number; slug: string; before: number }
type Write = { method: string; token: string; body: object }

/** No two writes bear one instant, as no two do outside a bench. */
let writes = 0

/** Milliseconds that it took. */
async function call(url: string, write?: Write): Promise<number> {
  if (write) writes += 1
  const began = performance.now()
  const headers = { 'X-Test-Now': String(scaleNow + writes), 'Content-Type': 'application/json' }
  const response = await (write
    ? fetch(url, {
        method: write.method,
        headers: { ...headers, Authorization: `Bearer ${write.token}` },
        body: JSON.stringify(write.body),
      })
    : fetch(url, { headers }))
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`)
  return performance.now() - began
}

/** Every member once; `perSecond` holds the start of each back. */
async function hypeTogether({ url, tokens }: Site, { id }: Event, perSecond = Infinity) {
  const times: number[] = []
  const waiting = tokens.entries()
  const began = performance.now()
  async function work(): Promise<void> {
    for (const [index, token] of waiting) {
      const early = began + (index * 1_000) / perSecond - performance.now()
      if (early > 1) await sleep(early)
      const path = `${url}/api/v1/events/${id}/toggle_hype`
      times.push(await call(path, { method: 'PUT', token, body: { hyped: true } }))
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { perSecond: (tokens.length * 1_000) / (performance.now() - began), times }
}

/** One reader, of the event's page and of its call in turn, while others work. */
async function readWhile({ url }: Site, { slug }: Event, work: Promise<unknown>) {
  const times = { page: [] as number[], call: [] as number[] }
  let isOver = false
  const working = work.finally(() => (isOver = true))
  while (!isOver) {
    times.page.push(await call(`${url}/events/${slug}`))
    times.call.push(await call(`${url}/api/v1/events/${slug}`))
    await sleep(readPauseMs)
  }
  await working
  return times
}

/** Exact only if the count, the rows and the members are as many. */
async function isCountExact({ db, tokens }: Site, { id, before }: Event): Promise<boolean> {
  const { rows } = await db.$client.execute(`select hype_count as kept,
    (select count(*) from hypes where event_id = events.id) as found from events where id = ${id}`)
  const [kept, found] = ['kept', 'found'].map((name) => Number(rows[0]?.[name]))
  console.log(`event ${id}: hype_count ${kept}, ${found} rows, ${before} before`)
  return kept === found && kept === before + tokens.length
}

async function approveAll({ url, db, moderator }: Site): Promise<number[]> {
  const { rows } = await db.$client.execute(`select id from events where status = 'pending'
    and start_at > ${scaleNow} + 86400000 order by id limit ${approvalCount}`)
  const times: number[] = []
  for (const { id } of rows) {
    const approval = { method: 'POST', token: moderator, body: { delay_seconds: 0 } }
    times.push(await call(`${url}/api/v1/admin/proposals/${Number(id)}/approve`, approval))
  }
  return times
}

async function prepare(db: LocalDatabase, secret: string) {
  const rowsOf = async (sql: string) => (await db.$client.execute(sql)).rows
  const users = await rowsOf(`select id from users where role = 'member' and is_active = 1
    and is_soft_banned = 0 order by id desc limit ${memberCount + 1}`)
  const [moderator = 0, ...members] = users.map((row) => Number(row['id']))
  await db.$client.execute(`update users set role = 'admin' where id = ${moderator}`)
  const tokens: string[] = []
  for (const id of members) tokens.push(await signIn(db, secret, id))
  const events = await rowsOf(`select id, slug, hype_count from events where status = 'approved'
    and start_at > ${scaleNow} and cancelled_at is null and not exists (select 1 from hypes
      where event_id = events.id and user_id in (${members.join(',')}))
    order by hype_count desc limit 2`)
  const [hot, paced] = events.map((row) => {
    return { id: Number(row['id']), slug: String(row['slug']), before: Number(row['hype_count']) }
  })
  if (!hot || !paced) throw new Error('The set has no event that these members may hype')
  return { tokens, moderator: await signIn(db, secret, moderator), hot, paced }
}

const timesOf = (times: number[]) => ({
  requests: times.length,
  'p50 ms': roundToThousandths(median(times)),
  'p99 ms': roundToThousandths(quantile(times, 0.99)),
})

async function bench(server: Omit<Site, 'tokens' | 'moderator'>, secret: string) {
  const { hot, paced, ...people } = await prepare(server.db, secret)
  const site = { ...server, ...people }
  // Caches are filled by the first reads of a page.
  await readWhile(site, paced, sleep(1_000))
  const alone = await readWhile(site, paced, sleep((memberCount * 1_000) / aims.hypesPerSecond))
  const pacing = hypeTogether(site, paced, aims.hypesPerSecond)
  const beside = await readWhile(site, paced, pacing)
  const rate = (await pacing).perSecond
  const before = site.cpu()
  const fast = await hypeTogether(site, hot)
  const cpu = site.cpu().map((ms, index) => ((ms - (before[index] ?? 0)) / memberCount).toFixed(2))
  const approvals = await approveAll(site)
  console.table({
    'hypes, as fast as they go': timesOf(fast.times),
    'hypes, at the aimed rate': timesOf((await pacing).times),
    'page alone': timesOf(alone.page),
    'page beside hypes': timesOf(beside.page),
    'call alone': timesOf(alone.call),
    'call beside hypes': timesOf(beside.call),
    approvals: timesOf(approvals),
  })
  console.log(`processor ms a hype, of worker, database and client: ${cpu.join(', ')}`)
  const isExact = [await isCountExact(site, hot), await isCountExact(site, paced)].every(Boolean)
  const slower = [beside.page, beside.call].map(
    (times, index) => median(times) / median([alone.page, alone.call][index] ?? []),
  )
  const reached: [string, boolean][] = [
    [`hypes a second: ${fast.perSecond.toFixed(0)}`, fast.perSecond >= aims.hypesPerSecond],
    ['counts are exact', isExact],
    [
      `reads beside ${rate.toFixed(0)} hypes a second: ${slower.map((times) => times.toFixed(2)).join(', ')} times`,
      Math.max(...slower) <= aims.readsSlower,
    ],
    [`an approval: ${median(approvals).toFixed(1)} ms`, median(approvals) <= aims.approvalMs],
  ]
  console.log('aims:', aims)
  for (const [figure, isReached] of reached) console.log(isReached ? 'yes' : 'NO ', figure)
  return reached.every(([, isReached]) => isReached)
}

await prepareBench()
await runInFolder(async (folder, toClose) => {
  cpSync(await findScaleSet('large'), folder, { recursive: true })
  const secrets = readOrCreateSecrets(folder)
  const files = { dataDir: folder, authToken: secrets.database }
  const database = await startService('database-service.ts', files)
  toClose.push(database)
  const db = await openMigratedDatabase({ url: database.url, authToken: secrets.database })
  const queue = await startFakeQueue(() => undefined)
  toClose.push(queue)
  const worker = await serveDriven(folder, createBenchVars(secrets, database.url), queue.port, {
    v8Flags: [],
  })
  toClose.push(worker)
  const client = ({ user, system } = process.cpuUsage()) => (user + system) / 1_000
  const cpu = () => [worker.cpu(), database.cpu(), client()]
  return bench({ url: worker.url, db, cpu }, secrets.jwt)
})
