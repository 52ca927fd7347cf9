import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { costOf, measureInTurns, rounded, type Measured } from './in-turns.ts'
import { clockHeader, searchPaths, startScaleSite, type ScaleSite } from './scale-site.ts'
import { serveBare, serveFiles } from './workerd.ts'

/** Requests per second of the built worker without caching, in turns with its reference servers. */
const seconds = Number(process.env['RUN_SECONDS'] ?? 5)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const mostCost = 2
const mostRoundTrips = 1
const asksToInspect = 60

type Target = { wanted: number; paths(slugs: string[]): string[] }
const targets: Record<string, Target> = {
  home: { wanted: 1_000, paths: () => ['/'] },
  list: { wanted: 3_500, paths: () => ['/api/v1/events?limit=24'] },
  event: { wanted: 4_000, paths: (slugs) => slugs.map((slug) => `/api/v1/events/${slug}`) },
  search: { wanted: 1_500, paths: () => searchPaths() },
  'event page': { wanted: 0, paths: (slugs) => slugs.map((slug) => `/events/${slug}`) },
}

type Inspected = { body: Buffer; trips: number }

/** The first response of a target, and the maximum of round trips per request. */
async function inspect(site: ScaleSite, paths: string[]): Promise<Inspected> {
  const inspected: Inspected = { body: Buffer.alloc(0), trips: 0 }
  for (const [index, path] of paths.slice(0, asksToInspect).entries()) {
    const before = site.trips()
    const response = await fetch(site.url + path, { headers: clockHeader })
    const body = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`)
    inspected.trips = Math.max(inspected.trips, site.trips() - before)
    if (index === 0) inspected.body = body
  }
  return inspected
}

function report(measured: Map<string, Measured>, inspected: Record<string, Inspected>) {
  return Object.fromEntries(
    Object.entries(targets).map(([name, { wanted }]) => {
      const [large, small, bare] = [name, `${name} small`, `${name} bare`].map((one) => {
        const found = measured.get(one)
        if (!found) throw new Error(`${one} was not measured`)
        return found
      }) as [Measured, Measured, Measured]
      const row = {
        'req/s': Math.round(large.perSecond),
        wanted,
        'p50 ms': rounded(large.p50),
        'p99 ms': rounded(large.p99),
        'worker ms': rounded(large.cpu.worker),
        'database ms': rounded(large.cpu.database),
        'small req/s': Math.round(small.perSecond),
        // By processor time, which is less sensitive to other load.
        'cost ×': rounded(costOf(large) / costOf(small)),
        'bare ms': rounded(bare.cpu.worker),
        'bare req/s': Math.round(bare.perSecond),
        'of bare': rounded(large.perSecond / bare.perSecond),
        'round trips': inspected[name]?.trips ?? 0,
        failed: large.failed + small.failed,
      }
      return [name, row]
    }),
  )
}

async function bench(folder: string, toClose: { close(): Promise<void> }[]): Promise<void> {
  const large = await startScaleSite('large', folder)
  toClose.push(large)
  const small = await startScaleSite('small', folder)
  toClose.push(small)
  const inspected: Record<string, Inspected> = {}
  for (const [name, { paths }] of Object.entries(targets)) {
    inspected[name] = await inspect(large, paths(large.slugs))
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
        { name, url: large.url, paths: paths(large.slugs), cpu: large.cpu },
        { name: `${name} small`, url: small.url, paths: paths(small.slugs), cpu: small.cpu },
      ]),
    ],
    { folder, rounds, seconds },
  )
  const results = report(measured, inspected)
  const [ping, file] = ['ping', 'file'].map((one) => Math.round(measured.get(one)?.perSecond ?? 0))
  console.table(results)
  console.log(`Bare handler, 12 B: ${ping} req/s; a static file: ${file} req/s.`)
  const text = JSON.stringify({ seconds, rounds, ping, file, ...results }, null, 2)
  mkdirSync('bench/results', { recursive: true })
  writeFileSync('bench/results/throughput.json', `${text}\n`)
  const isMissed = Object.values(results).some(
    (one) =>
      one['req/s'] < one.wanted ||
      one['cost ×'] > mostCost ||
      one['round trips'] > mostRoundTrips ||
      one.failed > 0,
  )
  if (isMissed) process.exitCode = 1
}

const folder = mkdtempSync(join(tmpdir(), 'hypecal-bench-'))
const toClose: { close(): Promise<void> }[] = []
try {
  await bench(folder, toClose)
} finally {
  for (const one of toClose.toReversed()) await one.close()
  rmSync(folder, { recursive: true, force: true })
}
