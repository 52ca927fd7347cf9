import type { SentMessage } from '../worker/queue-messages.ts'

export type Waiting = { body: SentMessage; attempts: number; dueAt: number }

/** Retries of a message before it is a dead letter, as in wrangler.toml. */
const mostRetries = 5
const mostPerBatch = 8
const retryAfterMs = 30_000

/** The messages of the queue, by a clock that may be moved. */
export class MessageQueue {
  #waiting: Waiting[] = []
  /** Messages given up after all their retries. */
  deadLetters = 0

  get size(): number {
    return this.#waiting.length
  }

  put(body: SentMessage, dueAt: number): void {
    this.#waiting.push({ body, attempts: 1, dueAt })
  }

  /** A batch for one of so many consumers that are free: they share what is due. */
  take(now: number, consumers: number): Waiting[] {
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now)
    const batch = due.slice(0, Math.min(mostPerBatch, Math.ceil(due.length / consumers)))
    const taken = new Set(batch)
    this.#waiting = this.#waiting.filter((message) => !taken.has(message))
    return batch
  }

  /** It was not acknowledged. */
  retry(message: Waiting, now: number): void {
    if (message.attempts > mostRetries) this.deadLetters += 1
    else {
      const { body, attempts } = message
      this.#waiting.push({ body, attempts: attempts + 1, dueAt: now + retryAfterMs })
    }
  }

  /** When the next one is due. */
  next(): number | undefined {
    const times = this.#waiting.map(({ dueAt }) => dueAt)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  lose(): void {
    this.#waiting = []
  }
}
