import { setTimeout as sleep } from 'node:timers/promises'
import { oneLineReason } from './reason.ts'

type Cleanup = () => unknown
type Run = (onStop: (cleanup: Cleanup) => void) => Promise<void>

const graceMs = 1_500

/** On Ctrl-C or SIGTERM it runs clean-ups in reverse order and exits within two seconds. */
export async function runUntilStopped(run: Run): Promise<void> {
  const cleanups: Cleanup[] = []
  let isStopping = false

  async function stop(code: number): Promise<void> {
    if (isStopping) return
    isStopping = true
    await Promise.race([cleanUp(cleanups), sleep(graceMs)])
    process.exit(code)
  }

  function onSignal(): void {
    void stop(0)
  }

  listen(onSignal)
  try {
    await run((cleanup) => cleanups.push(cleanup))
    // The runtime adds handlers that exit before anything else is closed.
    listen(onSignal)
  } catch (error) {
    if (isStopping) return
    console.error(`Hypecal cannot start: ${oneLineReason(error)}`)
    await stop(1)
  }
}

function listen(onSignal: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, onSignal)
  }
}

async function cleanUp(cleanups: Cleanup[]): Promise<void> {
  for (const cleanup of cleanups.toReversed()) {
    try {
      await cleanup()
    } catch {
      // The process exits anyway.
    }
  }
}
