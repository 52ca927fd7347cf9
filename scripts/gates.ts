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
  const { hasPassed, output } = await runCommand('npm', ['run', '--silent', name])
  const counts = countTests(hasPassed, readReport(report))
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
  const tests = report ? `  ${counts.passed} passed, ${counts.failed} failed` : ''
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(18)}${seconds} s${tests}`)
  if (counts.failed > 0) console.log(`\n${stripVTControlCharacters(output).trim()}\n`)
  return counts
}

const skipped: Counts = { passed: 0, failed: 1 }

/** Begins with the build, which only gates beside it do not wait for. */
async function runAll(queue: Gate[]): Promise<Counts[]> {
  const gateRuns: Promise<Counts>[] = []
  const running = new Map<Gate, Promise<Counts>>()
  const usedSlots = () => [...running.keys()].reduce((sum, { slots }) => sum + slots, 0)
  async function start(gate: Gate): Promise<{ counts: Promise<Counts> }> {
    while (usedSlots() + gate.slots > slotsOfMachine) await Promise.race(running.values())
    const counts = runGate(gate).finally(() => running.delete(gate))
    running.set(gate, counts)
    gateRuns.push(counts)
    return { counts }
  }
  const build = await start(buildGate)
  for (const gate of queue) {
    const isBuilt = gate.isBesideBuild || (await build.counts).failed === 0
    if (isBuilt || !gate.needsBuild) await start(gate)
    else {
      console.log(`✗ ${gate.name.padEnd(18)}     - not run without a build`)
      gateRuns.push(Promise.resolve(skipped))
    }
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
for (const { report } of list) if (report) rmSync(report, { force: true })
const { passed, failed } = total(await runAll(list))

for (const { title, error, isFlaky } of list.flatMap(failuresOf)) {
  console.log(
    `\n${isFlaky ? '~ passed at the second try:' : '✗'} ${title}\n${error.replace(/^/gm, '    ')}`,
  )
}
if (passed === 0 || failed > 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed`)
