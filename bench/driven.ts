import type { LibsqlServer } from '../local/libsql-server/server.ts'
import type { DrivenWorker } from './workerd.ts'

/** `retried`: the places of the messages that are to come again. */
export type Ran = { outcome: string; retried?: string[] }

/** Runs a schedule or queue messages in the driven worker. */
export async function invoke(worker: DrivenWorker, path: string, body: unknown): Promise<Ran> {
  const answer = await fetch(worker.driverUrl + path, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Ran
}

/** Dispatches what has to go well as a whole. */
export async function dispatch(worker: DrivenWorker, path: string, body: unknown): Promise<void> {
  const result = await invoke(worker, path, body)
  if (result.outcome !== 'ok' || result.retried?.length) throw new Error(JSON.stringify(result))
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
