import { sql } from 'drizzle-orm'
import { startEnvironment, type LocalEnvironment } from '../local/environment.ts'
import { batch } from '../worker/db/client.ts'
import { users } from '../worker/db/schema/accounts.ts'
import { insert } from '../worker/db/writes.ts'
import { hashPassword, randomToken } from '../worker/auth/crypto.ts'
import { runInFolder } from './in-folder.ts'
import { median } from './statistics.ts'
import { serveBuilt } from './workerd.ts'
import { prepareBench } from './prepare-bench.ts'

/** Measures whether the time of a refused login reveals that an account exists. */
const tries = Number(process.env['TRIES'] ?? 200)
const warmUps = 10
/** Equal distributions differ this much once in a hundred runs. */
const leastChance = 0.01

type Times = { unknown: number[]; wrong: number[] }

/** Enough accounts to stay below the rate limit of each. */
async function insertMembers({ db }: LocalEnvironment): Promise<string[]> {
  const hash = await hashPassword(randomToken())
  const names = Array.from({ length: tries + warmUps }, (_, index) => `member-${index}`)
  const now = Date.now()
  await batch(db, 'write', [
    insert(
      users,
      {
        username: sql<string>`value`,
        usernameKey: sql<string>`value`,
        passwordHash: hash,
        createdAt: now,
      },
      { from: sql`json_each(${JSON.stringify(names)})` },
    ),
  ])
  return names
}

async function timeRefusal(url: string, username: string, address: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'CF-Connecting-IP': address },
    body: new URLSearchParams({ username, password: 'not the password' }),
  })
  await response.arrayBuffer()
  const time = performance.now() - began
  if (response.status !== 401) throw new Error(`a login answered ${response.status}`)
  return time
}

/** Alternates the two kinds and their order. */
async function measure(url: string, names: string[]): Promise<Times> {
  const times: Times = { unknown: [], wrong: [] }
  for (const [index, name] of names.entries()) {
    const address = `192.0.${index >> 8}.${index & 255}`
    const order =
      index % 2 === 0 ? (['unknown', 'wrong'] as const) : (['wrong', 'unknown'] as const)
    for (const kind of order) {
      const username = kind === 'wrong' ? name : `nobody-${index}`
      const time = await timeRefusal(url, username, address)
      if (index >= warmUps) times[kind].push(time)
    }
  }
  return times
}

/** Wilcoxon's rank sum, in standard deviations from the mean of equal distributions. */
function rankSumDeviation(sample: number[], other: number[]): number {
  const signs = sample.flatMap((a) => other.map((b) => Math.sign(b - a)))
  const sum = signs.reduce((total, sign) => total + (sign + 1) / 2, 0)
  const pairs = sample.length * other.length
  return (sum - pairs / 2) / Math.sqrt((pairs * (sample.length + other.length + 1)) / 12)
}

/** Two-sided p-value (Abramowitz and Stegun 26.2.17). */
function chanceOf(deviation: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(deviation))
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (2 * series * Math.exp((-deviation * deviation) / 2)) / Math.sqrt(2 * Math.PI)
}

function report({ unknown, wrong }: Times): void {
  const deviation = rankSumDeviation(unknown, wrong)
  const chance = chanceOf(deviation)
  console.log(`Unknown name:   median ${median(unknown).toFixed(2)} ms of ${unknown.length}`)
  console.log(`Wrong password: median ${median(wrong).toFixed(2)} ms of ${wrong.length}`)
  console.log(`Rank sum: ${deviation.toFixed(2)} standard deviations, p = ${chance.toFixed(3)}`)
  const isAlike = chance >= leastChance
  console.log(isAlike ? 'The two are alike.' : 'The two differ: time tells who has an account.')
  if (!isAlike) process.exitCode = 1
}

await prepareBench()
await runInFolder(async (folder, toClose) => {
  const environment = await startEnvironment({ dataDir: folder })
  toClose.push(environment)
  const worker = await serveBuilt(folder, { ...environment.vars, RATE_LIMITS: 'off' })
  toClose.push(worker)
  report(await measure(worker.url, await insertMembers(environment)))
})
