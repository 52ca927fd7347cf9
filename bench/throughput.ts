import { mkdirSync, writeFileSync } from 'node:fs'
import { runInFolder } from './in-folder.ts'
import { sumProcessorTime, measureInTurns, roundToThousandths, type Measured } from './in-turns.ts'
import { clockHeader, searchPaths, startScaleSite, type ScaleSite } from './scale-site.ts'
import { serveBare, serveFiles } from './workerd.ts'
import { prepareBench } from './prepare-bench.ts'

/**
 * Requests per second of the built worker without an edge, in turns with its reference servers: each
 * response computed (`miss`), and with the response cache (`validated`, as deployed).
 */
const seconds = Number(process.env['RUN_SECONDS'] ?? 5)
const rounds = Number(process.env['ROUNDS'] ?? 3)
/** Most cost of 100,000 events against 1,000, in processor time. */
const mostCost = 1.3
const mostRoundTrips = 1
const asksToInspect = 60

const modes = { validated: {}, miss: { RESPONSE_CACHE: 'off' } }
type Mode = keyof typeof modes

/** `wanted`: a second, on a machine whose bare handler answers 20,000. */
type Target = { wanted: Record<Mode, number>; paths(slugs: string[]): string[] }
const targets: Record<string, Target> = {
  home: { wanted: { validated: 3_000, miss: 600 }, paths: () => ['/'] },
  list: { wanted: { validated: 4_500, miss: 2_500 }, paths: () => ['/api/v1/events?limit=24'] },
  event: {
    wanted: { validated: 4_500, miss: 4_000 },
    paths: (slugs) => slugs.map((slug) => `/api/v1/events/${slug}`),
  },
  'event page': {
    wanted: { validated: 2_500, miss: 900 },
    paths: (slugs) => slugs.map((slug) => `/events/${slug}`),
  },
  search: { wanted: { validated: 2_500, miss: 700 }, paths: () => searchPaths() },
}
const usualPing = 20_000

type Inspected = { body: Buffer; trips: number }

/** The first response of a target, and the maximum of round trips per request. */
async function inspect(site: ScaleSite, paths: string[]): Promise<Inspected> {
  const inspected: Inspected = { body: Buffer.alloc(0), trips: 0 }
  for (const [index, path] of paths.slice(0, asksToInspect).entries()) {
    const tripsBefore = site.trips()
    const response = await fetch(site.url + path, { headers: clockHeader })
    const body = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`)
    inspected.trips = Math.max(inspected.trips, site.trips() - tripsBefore)
    if (index === 0) inspected.body = body
  }
  return inspected
}

type Measurements = (name: string) => Measured

function rowOf(of: Measurements, name: string, { mode, ping }: { mode: Mode; ping: number }) {
  const [large, bare] = [of(`${name} ${mode}`), of(`${name} bare`)]
  return {
    perSecond: Math.round(large.perSecond),
    wanted: Math.round(((targets[name]?.wanted[mode] ?? 0) * ping) / usualPing),
    p50: roundToThousandths(large.p50),
    p99: roundToThousandths(large.p99),
    workerMs: roundToThousandths(large.cpu.worker),
    databaseMs: roundToThousandths(large.cpu.database),
    barePerSecond: Math.round(bare.perSecond),
    ofBare: roundToThousandths(large.perSecond / bare.perSecond),
    failed: large.failed,
  }
}

function report(of: Measurements, inspected: Record<string, Inspected>, ping: number) {
  const names = Object.keys(targets)
  const validated = names.map(
    (name) => [name, rowOf(of, name, { mode: 'validated', ping })] as const,
  )
  const miss = names.map((name) => {
    const small = of(`${name} small`)
    const row = {
      ...rowOf(of, name, { mode: 'miss', ping }),
      smallPerSecond: Math.round(small.perSecond),
      // By processor time, which is less sensitive to other load.
      cost: roundToThousandths(sumProcessorTime(of(`${name} miss`)) / sumProcessorTime(small)),
      roundTrips: inspected[name]?.trips ?? 0,
    }
    return [name, row] as const
  })
  return { validated: Object.fromEntries(validated), miss: Object.fromEntries(miss) }
}

async function bench(folder: string, toClose: { close(): Promise<void> }[]): Promise<void> {
  const sites = {
    validated: await startScaleSite('large', folder, modes.validated),
    miss: await startScaleSite('large', folder, modes.miss),
    small: await startScaleSite('small', folder, modes.miss),
  }
  toClose.push(...Object.values(sites))
  const inspected: Record<string, Inspected> = {}
  for (const [name, { paths }] of Object.entries(targets)) {
    inspected[name] = await inspect(sites.miss, paths(sites.miss.slugs))
  }
  const bodies = Object.entries(inspected).map(([name, { body }]) => [name, body] as const)
  const bare = await serveBare(folder, Object.fromEntries(bodies))
  toClose.push(bare)
  const files = await serveFiles(folder)
  toClose.push(files)
  const measured = await measureInTurns(
    [
      { name: 'ping', url: bare.url, paths: ['/ping'] },
      { name: 'file', url: files.url, paths: ['/manifest.webmanifest'] },
      ...Object.entries(targets).flatMap(([name, { paths }]) => [
        {
          name: `${name} bare`,
          url: bare.url,
          paths: [`/${encodeURIComponent(name)}`],
          cpu: () => ({ worker: bare.cpu(), database: 0 }),
        },
        ...Object.entries(sites).map(([mode, { url, slugs, cpu }]) => {
          return { name: `${name} ${mode}`, url, paths: paths(slugs), cpu }
        }),
      ]),
    ],
    { folder, rounds, seconds },
  )
  const measuredOf: Measurements = (name) => {
    const measurement = measured.get(name)
    if (!measurement) throw new Error(`${name} was not measured`)
    return measurement
  }
  const [ping, file] = ['ping', 'file'].map((runName) => Math.round(measuredOf(runName).perSecond))
  const results = report(measuredOf, inspected, ping ?? 0)
  for (const [mode, rows] of Object.entries(results)) {
    console.log(`\n${mode}`)
    console.table(rows)
  }
  console.log(`Bare handler, 12 B: ${ping} req/s; a static file: ${file} req/s.`)
  const text = JSON.stringify({ seconds, rounds, ping, file, ...results }, null, 2)
  mkdirSync('bench/results', { recursive: true })
  writeFileSync('bench/results/throughput.json', `${text}\n`)
  const isSlow = [results.validated, results.miss].some((rows) =>
    Object.values(rows).some((row) => row.perSecond < row.wanted || row.failed > 0),
  )
  const isCostly = Object.values(results.miss).some(
    ({ cost, roundTrips }) => cost > mostCost || roundTrips > mostRoundTrips,
  )
  if (isSlow || isCostly) process.exitCode = 1
}

await prepareBench('wrk')
await runInFolder(bench)
