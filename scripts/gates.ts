import { existsSync, readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { countTests, type Counts, type TestReport } from './gate-counts.ts'
import {
  listFailures,
  type Failure,
  type PlaywrightFailures,
  type VitestFailures,
} from './gate-failures.ts'
import { buildGate, gates, nightlyParts, type Gate } from './gate-list.ts'
import { runCommand } from './run-command.ts'

const slotsOfMachine = 2

type Report = TestReport & (VitestFailures | PlaywrightFailures)

function readReport(path: string | undefined): Report | undefined {
  if (!path || !existsSync(path)) return undefined
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

async function runGate({ name, report }: Gate): Promise<Counts> {
  const start = performance.now()
  if (report) rmSync(report, { force: true })
  const { hasPassed, output } = await runCommand('npm', ['run', '--silent', name])
  const counts = countTests(hasPassed, readReport(report))
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
  const tests = report ? `  ${counts.passed} passed, ${counts.failed} failed` : ''
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(18)}${seconds} s${tests}`)
  if (counts.failed > 0) console.log(`\n${stripVTControlCharacters(output).trim()}\n`)
  return counts
}

async function runAll(queue: Gate[]): Promise<Counts[]> {
  const gateRuns: Promise<Counts>[] = []
  const running = new Map<Gate, Promise<Counts>>()
  for (const gate of queue) {
    const usedSlots = () => [...running.keys()].reduce((sum, { slots }) => sum + slots, 0)
    while (usedSlots() + gate.slots > slotsOfMachine) await Promise.race(running.values())
    const run = runGate(gate).finally(() => running.delete(gate))
    running.set(gate, run)
    gateRuns.push(run)
  }
  return Promise.all(gateRuns)
}

function failuresOf({ report: path }: Gate): Failure[] {
  const report = readReport(path)
  return report ? listFailures(report) : []
}

function total(counts: Counts[]): Counts {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  }
}

const list = process.argv[2] === 'nightly' ? nightlyParts : gates
const beside = list.filter(({ isBesideBuild }) => isBesideBuild)
const [build = { passed: 0, failed: 1 }, ...first] = await runAll([buildGate, ...beside])
const isBuilt = build.failed === 0
const skipped = isBuilt ? [] : list.filter(({ needsBuild }) => needsBuild)
for (const { name } of skipped) console.log(`✗ ${name.padEnd(18)}     - not run without a build`)
const run = list.filter((gate) => !skipped.includes(gate) && !beside.includes(gate))
const counts = await runAll(run)
const { passed, failed } = total([
  build,
  ...first,
  ...counts,
  { passed: 0, failed: skipped.length },
])

for (const { title, error, isFlaky } of run.flatMap(failuresOf)) {
  console.log(
    `\n${isFlaky ? '~ passed at the second try:' : '✗'} ${title}\n${error.replace(/^/gm, '    ')}`,
  )
}
if (passed === 0 || failed > 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed`)
