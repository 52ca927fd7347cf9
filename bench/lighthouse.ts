import { launch } from 'chrome-launcher'
import lighthouse, { type LighthouseResult } from 'lighthouse'
import { mkdirSync, writeFileSync } from 'node:fs'
import { findChromium } from '../scripts/chromium.mjs'
import { fillPaths } from '../tests/support/tables/site-pages.ts'
import { startTestSite } from '../tests/support/drivers/site.ts'
import { startEdge } from './edge.ts'
import { median } from './statistics.ts'
import { prepareBench } from './prepare-bench.ts'

/** Lighthouse on a mid-range phone with slow 4G: the median of five runs per page. */
const runs = Number(process.env['RUNS'] ?? 5)
const pages = ['/', '/events', '/events/{event}', '/streamers/{streamer}', '/calendar']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const leastScores: Record<string, number> = { performance: 98 }
const figures = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
  'total-byte-weight': 'bytes',
} as const

type Run = Record<string, number>

function readRun({ lhr }: LighthouseResult): Run {
  return Object.fromEntries([
    ...categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ...Object.entries(figures).map(([id, name]) => [
      name,
      Number((lhr.audits[id]?.numericValue ?? 0).toFixed(id.endsWith('shift') ? 3 : 0)),
    ]),
    // How fast Lighthouse found this machine: it simulates a phone by slowing the machine down.
    ['benchmark index', lhr.environment.benchmarkIndex],
  ]) as Run
}

/** Audits that keep a category below 100. */
function complaintsOf({ lhr }: LighthouseResult): string[] {
  return categories
    .filter((name) => name !== 'performance')
    .flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
    .map(({ id }) => ({ id, audit: lhr.audits[id] }))
    .filter(({ audit }) => audit && audit.score !== null && audit.score < 0.9)
    .map(({ id, audit }) => `${id}: ${audit?.title}`)
}

async function measure(url: string): Promise<{ run: Run; complaints: string[] }> {
  const chrome = await launch({
    ...(findChromium() ? { chromePath: findChromium() } : {}),
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    const flags = { port: chrome.port, output: 'json', logLevel: 'error' } as const
    const result = await lighthouse(url, { ...flags, onlyCategories: categories })
    if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
    return { run: readRun(result), complaints: complaintsOf(result) }
  } finally {
    chrome.kill()
  }
}

await prepareBench()
const site = await startTestSite({ demo: true })
const edge = await startEdge(site.url)
const results: Record<string, Run> = {}
try {
  const paths = await fillPaths(site, pages)
  for (const [index, page] of pages.entries()) {
    const measuredRuns: { run: Run; complaints: string[] }[] = []
    for (let run = 0; run < runs; run += 1)
      measuredRuns.push(await measure(edge.url + paths[index]))
    const names = Object.keys(measuredRuns[0]?.run ?? {})
    results[page] = Object.fromEntries(
      names.map((name) => [name, median(measuredRuns.map(({ run }) => run[name] ?? 0))]),
    )
    console.log(page, JSON.stringify(results[page]))
    for (const complaint of new Set(measuredRuns.flatMap(({ complaints }) => complaints))) {
      console.log(`  ${complaint}`)
    }
    const missed = categories.filter(
      (name) => (results[page]?.[name] ?? 0) < (leastScores[name] ?? 100),
    )
    if (missed.length > 0) process.exitCode = 1
  }
} finally {
  await edge.close()
  await site.close()
}
mkdirSync('bench/results', { recursive: true })
writeFileSync('bench/results/lighthouse.json', `${JSON.stringify(results, null, 2)}\n`)
console.table(results)
