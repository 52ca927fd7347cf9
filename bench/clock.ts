type Timer = { at: number; end: () => void }

/** Goes with real time, and can be moved. */
export class Clock {
  #start: number
  #began = performance.now()
  #timers: Timer[] = []

  constructor(start: number) {
    this.#start = start
  }

  now(): number {
    return Math.floor(this.#start + performance.now() - this.#began)
  }

  /** Forward or back. */
  move(ms: number): void {
    this.#start += ms
  }

  /** Ends with the first `wake` after that. */
  wait(ms: number): Promise<void> {
    const at = this.now() + ms
    return new Promise((end) => this.#timers.push({ at, end }))
  }

  /** When the next wait ends. */
  next(): number | undefined {
    const ends = this.#timers.map(({ at }) => at)
    return ends.length > 0 ? Math.min(...ends) : undefined
  }

  wake(): void {
    const now = this.now()
    const over = this.#timers.filter(({ at }) => at <= now)
    this.#timers = this.#timers.filter(({ at }) => at > now)
    for (const { end } of over) end()
  }
}
