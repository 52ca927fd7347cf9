import type { UserId } from '../worker/contracts/ids.ts'
import { achievementIds } from '../worker/features/gamification/ledger/achievement-catalogue.ts'
import { LeaderboardPeriod } from '../worker/features/gamification/ledger/contract.ts'
import { formatPeriodKey } from '../worker/features/gamification/ledger/periods.ts'
import { memoryRange } from './driven.ts'
import { measureEvaluation, type Evaluation } from './evaluation.ts'
import {
  sumProcessorTime,
  measureInTurns,
  roundToThousandths,
  type Measured,
  type Run,
} from './in-turns.ts'
import { runInFolder } from './in-folder.ts'
import { fillRules, type RuleFill } from './rule-fill.ts'
import { scaleNow } from './scale.ts'
import { clockHeader, openScaleSet, startScaleSite, type ScaleSite } from './scale-site.ts'
import { startFakeQueue } from './fakes.ts'
import { serveDriven } from './workerd.ts'
import { prepareBench } from './prepare-bench.ts'

/** Measures achievements and leaderboard with 200,000 members and 5,000,000 XP entries. */
const seconds = Number(process.env['RUN_SECONDS'] ?? 3)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const mostCost = 2
const mostEvaluationMs = 0.3
const mostHypeTrips = 2
/** In MiB. */
const mostMemory = 16
/** The runtime first grows to its working size. */
const warmUp = 0.2
const newRule = 'curious'
const pagesDown = 20

const places = ['first page', 'later page', 'own rank'] as const

async function fill(folder: string): Promise<RuleFill> {
  const { libsql, db, vars } = await openScaleSet('large')
  const queue = await startFakeQueue()
  const worker = await serveDriven(folder, vars, queue.port)
  const driven = { worker, libsql, db, messages: queue.messages }
  try {
    const { rows } = await db.$client.execute('select 1 from unlocked_achievements limit 1')
    if (rows.length === 0) {
      const fillFigures = await fillRules(driven, achievementIds)
      console.log(`all rules: ${fillFigures.unlocks} unlocks, ${fillFigures.seconds.toFixed(1)} s`)
    }
    return await fillRules(driven, [newRule])
  } finally {
    for (const service of [worker, queue, libsql]) await service.close()
  }
}

/** The first page, and one far down. */
async function pagesOf({ url }: ScaleSite, period: string): Promise<[string, string]> {
  const firstPath = `/api/v1/leaderboard?period=${period}&limit=25`
  let last = firstPath
  for (let page = 0; page < pagesDown; page += 1) {
    const answer = await fetch(url + last, { headers: clockHeader })
    const { next_cursor: next } = (await answer.json()) as { next_cursor: string | null }
    if (!next) break
    last = `${firstPath}&cursor=${encodeURIComponent(next)}`
  }
  return [firstPath, last]
}

async function findMiddle({ db }: ScaleSite, period: LeaderboardPeriod): Promise<UserId> {
  const { rows } = await db.$client.execute({
    sql: `select user_id as id from leaderboard_entries where period = ?1 order by xp desc
      limit 1 offset (select count(*) / 2 from leaderboard_entries where period = ?1)`,
    args: [formatPeriodKey(period, scaleNow)],
  })
  return Number(rows[0]?.['id']) as UserId
}

async function runsOf(site: ScaleSite, set: string): Promise<Run[]> {
  const runs: Run[] = []
  for (const period of LeaderboardPeriod.options) {
    const [firstPath, later] = await pagesOf(site, period)
    const headers = await site.signInAs(await findMiddle(site, period))
    const own = `/api/v1/leaderboard/me?period=${period}`
    for (const [pageName, path] of [
      ['first page', firstPath],
      ['later page', later],
      ['own rank', own],
    ] as const) {
      const name = `${pageName}, ${period}, ${set}`
      runs.push({ name, url: site.url, paths: [path], headers, cpu: site.cpu })
    }
  }
  return runs
}

/** Round trips of a hype, including rewards. */
async function countHypeTrips(site: ScaleSite): Promise<number> {
  const headers = { ...clockHeader, ...(await site.signInAs(await findMiddle(site, 'all'))) }
  const { rows } = await site.db.$client.execute({
    sql: `select id from events where status = 'approved' and start_at > ? limit 1`,
    args: [scaleNow],
  })
  const path = `/api/v1/events/${String(rows[0]?.['id'])}/toggle_hype`
  const tripsBefore = site.trips()
  const answer = await fetch(site.url + path, { method: 'PUT', headers })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return site.trips() - tripsBefore
}

function reportReads(measured: Map<string, Measured>): boolean {
  const costs = LeaderboardPeriod.options.flatMap((period) =>
    places.map((pageName) => {
      const [large, small] = ['large', 'small'].map((set) => {
        const measurement = measured.get(`${pageName}, ${period}, ${set}`)
        if (!measurement || measurement.failed > 0) throw new Error(`${pageName}, ${period} failed`)
        return measurement
      }) as [Measured, Measured]
      return {
        read: `${pageName}, ${period}`,
        'req/s': Math.round(large.perSecond),
        'database ms': roundToThousandths(large.cpu.database),
        'cost ×': roundToThousandths(sumProcessorTime(large) / sumProcessorTime(small)),
        'database ×': roundToThousandths(large.cpu.database / small.cpu.database),
      }
    }),
  )
  console.table(costs)
  return costs.every((cost) => cost['cost ×'] <= mostCost)
}

function reportFill({ pages, seconds: took, queries, unlocks, memory }: RuleFill): boolean {
  const { least, most } = memoryRange(memory, warmUp)
  console.log(
    `one new rule: ${unlocks} unlocks, ${pages} pages, ${took.toFixed(1)} s, at most`,
    `${queries} queries a page; memory ${least.toFixed(1)} to ${most.toFixed(1)} MiB`,
    `(aim: within ${mostMemory})`,
  )
  return unlocks > 0 && most - least <= mostMemory
}

function reportEvaluation({ median, p95 }: Evaluation, trips: number): boolean {
  console.log(
    `after a hype: median ${median.toFixed(3)} ms, 95 % within ${p95.toFixed(3)} ms of database`,
    `time (aim: ${mostEvaluationMs}); ${trips} round trips with all it earns`,
  )
  return median <= mostEvaluationMs && trips <= mostHypeTrips
}

async function bench(folder: string, toClose: { close(): Promise<void> }[]): Promise<boolean> {
  const filled = reportFill(await fill(folder))
  const large = await startScaleSite('large', folder)
  toClose.push(large)
  const small = await startScaleSite('small', folder)
  toClose.push(small)
  const evaluated = reportEvaluation(await measureEvaluation(large), await countHypeTrips(large))
  const runs = [...(await runsOf(large, 'large')), ...(await runsOf(small, 'small'))]
  return reportReads(await measureInTurns(runs, { folder, rounds, seconds })) && filled && evaluated
}

await prepareBench('wrk')
await runInFolder(bench)
