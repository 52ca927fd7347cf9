import { createProgress, type Progress } from './progress.ts'
import { oneLineReason, UserError } from './reason.ts'

type LongCommand = {
  /** Begins the line about a failure. */
  failure: string
  /** What Ctrl-C leaves, and what to run next. */
  stopped: string
}

/** Of a process that Ctrl-C ended. */
const stoppedCode = 130

/**
 * Runs a command that shows its progress and returns its exit code. At Ctrl-C it goes on to where nothing
 * is half; a second Ctrl-C ends it at once.
 */
export async function runLongCommand(
  { failure, stopped }: LongCommand,
  run: (progress: Progress) => Promise<number | void>,
): Promise<void> {
  const controller = new AbortController()
  const stop = () => controller.abort(new UserError(stopped))
  process.once('SIGINT', stop)
  const progress = createProgress({ signal: controller.signal })
  try {
    process.exitCode = (await run(progress)) ?? 0
    progress.stop()
  } catch (error) {
    progress.stop()
    const isStopped = isOf(controller.signal, error)
    console.error(isStopped ? stopped : `${failure}: ${oneLineReason(error)}`)
    process.exitCode = isStopped ? stoppedCode : 1
  } finally {
    process.removeListener('SIGINT', stop)
  }
}

/** Streams and child processes wrap the reason of a signal. */
function isOf({ reason }: AbortSignal, error: unknown): boolean {
  return reason !== undefined && (error === reason || (error as Error).cause === reason)
}
