type Countdown = {
  timer?: ReturnType<typeof setTimeout> | undefined
  remainingMs: number
  resumedAt: number
}

/** Timers by key; a paused one goes on with the time that was left. */
export function createCountdowns<Key>(onEnd: (key: Key) => void) {
  const running = new Map<Key, Countdown>()

  function resume(key: Key): void {
    const countdown = running.get(key)
    if (!countdown || countdown.timer !== undefined) return
    countdown.resumedAt = Date.now()
    countdown.timer = setTimeout(() => end(key), countdown.remainingMs)
  }

  function pause(key: Key): void {
    const countdown = running.get(key)
    if (countdown?.timer === undefined) return
    clearTimeout(countdown.timer)
    countdown.timer = undefined
    countdown.remainingMs -= Date.now() - countdown.resumedAt
  }

  function end(key: Key): void {
    if (cancel(key)) onEnd(key)
  }

  function cancel(key: Key): boolean {
    clearTimeout(running.get(key)?.timer)
    return running.delete(key)
  }

  function start(key: Key, durationMs: number): void {
    cancel(key)
    running.set(key, { remainingMs: durationMs, resumedAt: Date.now() })
    resume(key)
  }

  function cancelAll(): void {
    for (const key of [...running.keys()]) cancel(key)
  }

  return { start, pause, resume, end, cancelAll }
}
