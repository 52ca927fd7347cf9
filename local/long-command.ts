import { createProgress, type Progress } from './progress.ts'
import { formatReason, UserError } from './reason.ts'
import { handleSignalsExclusively } from './signals.ts'

type LongCommandMessages = {
  failure: string
  /** Says what Ctrl-C leaves and which command comes next. */
  stopped: string
}

const interruptedExitCode = 130
/** npm passes on the Ctrl-C that its script gets from the terminal, too. */
const samePressMs = 500

/** At Ctrl-C it goes on to where nothing is half; a second Ctrl-C ends it at once. */
export async function runLongCommand(
  { failure, stopped }: LongCommandMessages,
  run: (progress: Progress) => Promise<number | void>,
): Promise<void> {
  const controller = new AbortController()
  const progress = createProgress({ signal: controller.signal })
  let pressedAt: number | undefined
  const stopListening = handleSignalsExclusively(['SIGINT'], () => {
    pressedAt ??= performance.now()
    controller.abort(new UserError(stopped))
    if (performance.now() - pressedAt < samePressMs) return
    progress.stop()
    process.exit(interruptedExitCode)
  })
  try {
    process.exitCode = (await run(progress)) ?? 0
    progress.stop()
  } catch (error) {
    progress.stop()
    const isStopped = isAbortError(controller.signal, error)
    console.error(isStopped ? stopped : `${failure}: ${formatReason(error)}`)
    process.exitCode = isStopped ? interruptedExitCode : 1
  } finally {
    stopListening()
  }
}

/** Streams and child processes wrap the reason of a signal. */
function isAbortError({ reason }: AbortSignal, error: unknown): boolean {
  return reason !== undefined && (error === reason || (error as Error).cause === reason)
}
