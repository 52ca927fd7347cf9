import type { LibsqlServer } from '../local/libsql-server/server.ts'
import type { Served } from './workerd.ts'

/** Runs a schedule or queue messages in the driven worker. */
export async function dispatch(worker: Served, path: string, body: unknown): Promise<void> {
  const answer = await fetch(worker.url + path, { method: 'POST', body: JSON.stringify(body) })
  const result = (await answer.json()) as { outcome: string; retried?: number }
  if (result.outcome !== 'ok' || result.retried) throw new Error(JSON.stringify(result))
}

/** Without the statements that begin and end the transaction of each round trip. */
export function countQueries(libsql: LibsqlServer): number {
  const { pipelines, statements } = libsql.stats()
  return statements - 2 * pipelines
}

/** After the runtime has grown to its working size, in MiB. */
export function memoryRange(
  bytes: readonly number[],
  warmUp: number,
): { least: number; most: number } {
  const settled = bytes.slice(Math.floor(bytes.length * warmUp))
  const mebibytes = (value: number) => value / 1024 / 1024
  return { least: mebibytes(Math.min(...settled)), most: mebibytes(Math.max(...settled)) }
}
