import { countConsumers, type DeliveryLane } from '../worker/contracts/delivery-lanes.ts'
import type { SentMessage } from '../worker/queue-messages.ts'

export type Waiting = { body: SentMessage; attempts: number; dueAt: number }

/** Retries of a message before it is a dead letter, as in wrangler.toml. */
const mostRetries = 5
const retryAfterMs = 30_000

/** A queue of its own each. */
export type QueueName = DeliveryLane | 'others'

export function queueOf({ body }: Waiting): QueueName {
  return body.type === 'send_lane' ? body.lane : 'others'
}

/** Consumers of a queue that run at once, and messages that each takes, as in wrangler.toml. */
function limitsOf(name: QueueName): { consumers: number; perBatch: number } {
  return name === 'others'
    ? { consumers: 5, perBatch: 8 }
    : { consumers: countConsumers(name), perBatch: 1 }
}

/** The messages of all queues, by a clock that may be moved. */
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

  /** A batch of one queue with a free consumer, where so many are `busy`: they share what is due. */
  take(now: number, busy: ReadonlyMap<QueueName, number>): Waiting[] {
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now)
    const free = Map.groupBy(due, queueOf)
    for (const [name, ofQueue] of free) {
      const { consumers, perBatch } = limitsOf(name)
      const isFree = consumers - (busy.get(name) ?? 0)
      if (isFree > 0)
        return this.#remove(
          ofQueue.slice(0, Math.min(perBatch, Math.ceil(ofQueue.length / isFree))),
        )
    }
    return []
  }

  #remove(batch: Waiting[]): Waiting[] {
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
