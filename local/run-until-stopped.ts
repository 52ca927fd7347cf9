import { setTimeout as sleep } from 'node:timers/promises'
import { createProgress, type Progress } from './progress.ts'
import { formatReason, UserError } from './reason.ts'
import { handleSignalsExclusively } from './signals.ts'

type Cleanup = () => unknown
type RunCommand = (onStop: (cleanup: Cleanup) => void, progress: Progress) => Promise<void>

const graceMs = 1_500

/** At Ctrl-C or SIGTERM, clean-ups run in reverse order; it exits within two seconds. */
export async function runUntilStopped(command: string, run: RunCommand): Promise<void> {
  const cleanups: Cleanup[] = []
  const starting = new AbortController()
  const progress = createProgress({ signal: starting.signal })
  let isReady = false
  let isStopping = false

  async function stop(code: number): Promise<void> {
    if (isStopping) return
    isStopping = true
    progress.stop()
    await Promise.race([runCleanups(cleanups), sleep(graceMs)])
    if (!isReady && code === 0) console.error(`Stopped before it was ready. Next: ${command}`)
    process.exit(code)
  }

  function onSignal(): void {
    starting.abort(new UserError('stopped'))
    void stop(0)
  }

  handleSignalsExclusively(['SIGINT', 'SIGTERM', 'SIGHUP'], onSignal)
  try {
    await run((cleanup) => cleanups.push(cleanup), progress)
    isReady = true
  } catch (error) {
    if (isStopping) return
    progress.stop()
    console.error(`Hypecal cannot start: ${formatReason(error)}`)
    await stop(1)
  }
}

async function runCleanups(cleanups: Cleanup[]): Promise<void> {
  for (const cleanup of cleanups.toReversed()) {
    try {
      await cleanup()
    } catch {
      // The process exits anyway.
    }
  }
}
