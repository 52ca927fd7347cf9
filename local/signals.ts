type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** The runtime adds handlers that exit before anything else is closed. */
export function handleSignalsExclusively(
  signals: readonly StopSignal[],
  onSignal: () => void,
): () => void {
  function removeOther(name: string | symbol, listener: () => void): void {
    if (signals.some((signal) => signal === name)) {
      queueMicrotask(() => process.removeListener(name, listener))
    }
  }
  for (const signal of signals) process.on(signal, onSignal)
  process.on('newListener', removeOther)
  return () => {
    process.removeListener('newListener', removeOther)
    for (const signal of signals) process.removeListener(signal, onSignal)
  }
}
