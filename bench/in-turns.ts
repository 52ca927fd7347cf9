import { clockHeader, type Cpu } from './scale-site.ts'
import { load, type Load } from './wrk.ts'

export type Run = {
  name: string
  url: string
  paths: string[]
  headers?: Record<string, string>
  cpu?: () => Cpu
}
/** Processor time in milliseconds per request. */
export type Measured = Load & { cpu: Cpu }
type Turns = { folder: string; rounds: number; seconds: number }

const quickMs = 200

async function measure(run: Run, folder: string, seconds: number): Promise<Measured> {
  const { url, paths, headers, cpu } = run
  const cpuBefore = cpu?.()
  const loadResult = await load(url, paths, {
    seconds,
    headers: { ...clockHeader, ...headers },
    folder,
  })
  const after = cpu?.()
  await settle(url)
  const each = (cpuPart: keyof Cpu) =>
    ((after?.[cpuPart] ?? 0) - (cpuBefore?.[cpuPart] ?? 0)) / loadResult.requests
  return { ...loadResult, cpu: { worker: each('worker'), database: each('database') } }
}

/** Waits for work that the load left running, which would slow down the next one. */
async function settle(url: string): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const began = performance.now()
    await fetch(`${url}/health`).then((response) => response.arrayBuffer())
    if (performance.now() - began < quickMs) return
  }
}

/** Alternates the targets, so that a busy moment affects all of them; returns medians. */
export async function measureInTurns(
  runs: Run[],
  { folder, rounds, seconds }: Turns,
): Promise<Map<string, Measured>> {
  const measurements = new Map<string, Measured[]>(runs.map(({ name }) => [name, []]))
  for (const run of runs) await measure(run, folder, 1)
  for (let round = 0; round < rounds; round += 1) {
    for (const run of runs) measurements.get(run.name)?.push(await measure(run, folder, seconds))
  }
  return new Map(
    [...measurements].flatMap(([name, loads]) => {
      const sorted = loads.toSorted((a, b) => a.perSecond - b.perSecond)
      const median = sorted[Math.floor(sorted.length / 2)]
      return median ? [[name, median] as const] : []
    }),
  )
}

export function sumProcessorTime({ cpu }: Measured): number {
  return cpu.worker + cpu.database
}

export function roundToThousandths(value: number): number {
  return Number(value.toFixed(3))
}
