import { SingleBar } from 'cli-progress'

/** The step of a long command, its share done and the time left. */
export type Progress = {
  start(step: string, total: number): void
  add(count: number): void
  stop(): void
}

export const noProgress: Progress = {
  start: () => undefined,
  add: () => undefined,
  stop: () => undefined,
}

const lineEveryMs = 10_000

/** On the standard error: a bar on a terminal, a line every ten seconds elsewhere. */
export function createProgress(stream: NodeJS.WritableStream = process.stderr): Progress {
  const bar = new SingleBar({
    stream,
    format: '{step}  {bar}  {percentage} %  {eta_formatted} left',
    barsize: 24,
    hideCursor: true,
    formatTime: formatSeconds,
    noTTYOutput: true,
    notTTYSchedule: lineEveryMs,
  })
  return {
    start(step, total) {
      bar.stop()
      bar.start(total, 0, { step })
    },
    add: (count) => bar.increment(count),
    stop: () => bar.stop(),
  }
}

/** Not a number until the first step is measured. */
function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–'
  return seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

/** Counts what passes, by `countOf`. */
export async function* watch<T>(
  items: AsyncIterable<T>,
  progress: Progress,
  countOf: (item: T) => number,
): AsyncGenerator<T> {
  for await (const item of items) {
    progress.add(countOf(item))
    yield item
  }
}

/** Ends the command at Ctrl-C by `signal`, so that it can clean up; a second one ends it at once. */
export function stopAtInterrupt(reason: Error): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort(reason))
  return controller.signal
}
