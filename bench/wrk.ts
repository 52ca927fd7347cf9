import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Latencies in milliseconds; `failed` counts errors and time-outs of 10 s. */
export type Load = {
  perSecond: number
  requests: number
  failed: number
  p50: number
  p99: number
}

const script = fileURLToPath(new URL('paths.lua', import.meta.url))
const run = promisify(execFile)

/** Requests these paths in turn over 32 connections. */
export async function load(
  origin: string,
  paths: readonly string[],
  { seconds, headers, folder }: LoadOptions,
): Promise<Load> {
  const file = join(folder, 'paths.txt')
  writeFileSync(file, `${paths.join('\n')}\n`)
  const args = ['-t2', '-c32', '--timeout', '10s', `-d${seconds}s`, '-s', script]
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`)
  const { stdout } = await run('wrk', [...args, origin, '--', file])
  const figures = /^figures (.+)$/m.exec(stdout)?.[1]
  if (!figures) throw new Error(`wrk said nothing usable: ${stdout}`)
  const { seconds: took, ...counted } = JSON.parse(figures) as Figures
  return { perSecond: counted.requests / took, ...counted }
}

type LoadOptions = { seconds: number; headers: Record<string, string>; folder: string }
type Figures = Omit<Load, 'perSecond'> & { seconds: number }
