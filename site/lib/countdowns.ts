type Countdown = { timer?: ReturnType<typeof setTimeout> | undefined; left: number; since: number }

/** Timers by key that can be paused, and then go on with what was left. */
export function createCountdowns<Key>(onEnd: (key: Key) => void) {
  const running = new Map<Key, Countdown>()

  function resume(key: Key): void {
    const one = running.get(key)
    if (!one || one.timer !== undefined) return
    one.since = Date.now()
    one.timer = setTimeout(() => end(key), one.left)
  }

  function pause(key: Key): void {
    const one = running.get(key)
    if (one?.timer === undefined) return
    clearTimeout(one.timer)
    one.timer = undefined
    one.left -= Date.now() - one.since
  }

  /** Before its time, or when it is over. */
  function end(key: Key): void {
    if (cancel(key)) onEnd(key)
  }

  function cancel(key: Key): boolean {
    clearTimeout(running.get(key)?.timer)
    return running.delete(key)
  }

  function start(key: Key, duration: number): void {
    cancel(key)
    running.set(key, { left: duration, since: Date.now() })
    resume(key)
  }

  function cancelAll(): void {
    for (const key of [...running.keys()]) cancel(key)
  }

  return { start, pause, resume, end, cancelAll }
}
