import { SingleBar } from 'cli-progress'

export type Progress = {
  start(step: string, total: number): void
  add(count: number): void
  stop(): void
  /** Aborted by Ctrl-C: the work looks at it wherever it leaves nothing half. */
  signal: AbortSignal
}

export const noProgress: Progress = {
  start: () => undefined,
  add: () => undefined,
  stop: () => undefined,
  signal: new AbortController().signal,
}

const lineEveryMs = 10_000
const tickMs = 200
const largestGuessedShare = 0.99

type ProgressOptions = { signal?: AbortSignal; stream?: NodeJS.WritableStream }

/** On the standard error: a bar on a terminal, a line every ten seconds elsewhere. */
export function createProgress({
  signal = noProgress.signal,
  stream = process.stderr,
}: ProgressOptions = {}): Progress {
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
    signal,
  }
}

/** Not a number until the first step is measured. */
function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–'
  return seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

export async function* trackProgress<T>(
  items: AsyncIterable<T>,
  progress: Progress,
  countOf: (item: T) => number = () => 0,
): AsyncGenerator<T> {
  for await (const item of items) {
    progress.signal.throwIfAborted()
    progress.add(countOf(item))
    yield item
  }
}

export async function trackEstimatedProgress<T>(
  progress: Progress,
  { step, usualMs }: { step: string; usualMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  let shownMs = 0
  function tick(): void {
    const passed = Math.min(performance.now() - began, usualMs * largestGuessedShare)
    progress.add(passed - shownMs)
    shownMs = passed
  }
  progress.start(step, usualMs)
  const timer = setInterval(tick, tickMs)
  try {
    const result = await work()
    progress.add(usualMs - shownMs)
    return result
  } finally {
    clearInterval(timer)
    progress.stop()
  }
}
