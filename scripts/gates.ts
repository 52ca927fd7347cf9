import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { gateCounts, type Counts, type TestReport } from './gate-counts.ts'
import {
  listFailures,
  type Failure,
  type PlaywrightFailures,
  type VitestFailures,
} from './gate-failures.ts'
import { buildGate, gates, type Gate } from './gate-list.ts'

const slotsOfMachine = 2

type Report = TestReport & (VitestFailures | PlaywrightFailures)
type Run = { hasPassed: boolean; output: string }

function runScript(name: string): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '0' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    child.on('error', (error) => resolve({ hasPassed: false, output: error.message }))
    child.on('close', (code) => resolve({ hasPassed: code === 0, output }))
  })
}

function readReport(path: string | undefined): Report | undefined {
  if (!path || !existsSync(path)) return undefined
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

async function runGate({ name, report }: Gate): Promise<Counts> {
  const start = performance.now()
  if (report) rmSync(report, { force: true })
  const { hasPassed, output } = await runScript(name)
  const counts = gateCounts(hasPassed, readReport(report))
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
  const tests = report ? `  ${counts.passed} passed, ${counts.failed} failed` : ''
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(18)}${seconds} s${tests}`)
  if (counts.failed > 0) console.log(`\n${stripVTControlCharacters(output).trim()}\n`)
  return counts
}

async function runAll(queue: Gate[]): Promise<Counts[]> {
  const all: Promise<Counts>[] = []
  const running = new Map<Gate, Promise<Counts>>()
  for (const gate of queue) {
    const usedSlots = () => [...running.keys()].reduce((sum, { slots }) => sum + slots, 0)
    while (usedSlots() + gate.slots > slotsOfMachine) await Promise.race(running.values())
    const run = runGate(gate).finally(() => running.delete(gate))
    running.set(gate, run)
    all.push(run)
  }
  return Promise.all(all)
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

const build = await runGate(buildGate)
const isBuilt = build.failed === 0
const skipped = isBuilt ? [] : gates.filter(({ needsBuild }) => needsBuild)
for (const { name } of skipped) console.log(`✗ ${name.padEnd(18)}     - not run without a build`)
const run = gates.filter((gate) => !skipped.includes(gate))
const counts = await runAll(run)
const { passed, failed } = total([build, ...counts, { passed: 0, failed: skipped.length }])

for (const { title, error, isFlaky } of run.flatMap(failuresOf)) {
  console.log(
    `\n${isFlaky ? '~ passed at the second try:' : '✗'} ${title}\n${error.replace(/^/gm, '    ')}`,
  )
}
if (passed === 0 || failed > 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed`)
