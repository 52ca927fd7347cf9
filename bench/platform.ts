import { setTimeout as sleep } from 'node:timers/promises'
import type { SentMessage } from '../worker/queue-messages.ts'
import { invoke } from './driven.ts'
import { startFakeQueue, type FakeServer } from './fakes.ts'
import type { DrivenWorker } from './workerd.ts'
import type { Clock } from './clock.ts'
import { MessageQueue, queueOf, type QueueName, type Waiting } from './message-queue.ts'

const minute = 60_000
/** Repeated messages ask for further ones: more than that do not wait. */
const mostRepeated = 40
const repeatedAfterMs = 20_000

export type PlatformOptions = {
  clock: Clock
  start: (queuePort: number) => Promise<DrivenWorker>
  /** Time in which nothing can happen is skipped. */
  skipsIdleTime: boolean
  /** Number of times that each minute's job runs, at the same time. */
  jobsPerMinute?: number
  /** Each message comes twice at once, and again later. */
  repeatsMessages?: boolean
}

/** Fate of the messages that were in the queue or under way when the worker was killed. */
export type Fate = 'lost' | 'redelivered'

/** In the platform's place: hands the worker its messages and its minutes, as of a clock. */
export class Platform {
  readonly queue = new MessageQueue()
  isOver = false
  #options: PlatformOptions
  #fakeQueue: FakeServer | undefined
  #worker: DrivenWorker | undefined
  #fate: Fate = 'redelivered'
  #busy = new Map<QueueName, number>()
  #jobs = 0
  #holds = 0
  #lastMinute = 0

  constructor(options: PlatformOptions) {
    this.#options = options
  }

  get url(): string {
    return this.#worker?.url ?? ''
  }

  /** Bytes that the worker has in memory; 0 while it is away. */
  memory(): number {
    return this.#worker?.memory() ?? 0
  }

  async open(): Promise<void> {
    this.#fakeQueue = await startFakeQueue((message, delaySeconds) =>
      this.#put(message, delaySeconds * 1000),
    )
    await this.startWorker()
  }

  async startWorker(): Promise<void> {
    await this.whileHeld(async () => {
      this.#worker = await this.#options.start(this.#fakeQueue?.port ?? 0)
    })
    this.#consume()
  }

  async killWorker(fate: Fate): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    this.#fate = fate
    await worker?.kill()
    if (fate === 'lost') this.queue.lose()
  }

  /** Skips no time meanwhile. */
  async whileHeld(run: () => Promise<unknown>): Promise<void> {
    this.#holds += 1
    await run()
    this.#holds -= 1
  }

  /** Until `isDone`, which is asked when nothing is under way, or the clock says that it is too late. */
  async work(isDone: () => Promise<boolean>, until: number): Promise<void> {
    const { clock, skipsIdleTime } = this.#options
    while (clock.now() < until) {
      clock.wake()
      this.#startMinute()
      this.#consume()
      if (skipsIdleTime ? this.#isIdle() : this.#jobs === 0) {
        if (await isDone()) break
        if (skipsIdleTime && this.#isIdle()) this.#skip()
      }
      await sleep(skipsIdleTime ? 5 : 200)
    }
    this.isOver = true
  }

  async close(): Promise<void> {
    this.isOver = true
    await this.#worker?.close()
    await this.#fakeQueue?.close()
  }

  #put(message: SentMessage, delayMs: number): void {
    const { clock, repeatsMessages } = this.#options
    const dueAt = clock.now() + delayMs
    const isRepeated = repeatsMessages && this.queue.size < mostRepeated
    for (const after of isRepeated ? [0, 0, repeatedAfterMs] : [0]) {
      this.queue.put(message, dueAt + after)
    }
    this.#consume()
  }

  #consume(): void {
    const now = this.#options.clock.now()
    while (this.#worker) {
      const batch = this.queue.take(now, this.#busy)
      if (batch.length === 0) return
      void this.#deliver(this.#worker, batch)
    }
  }

  async #deliver(worker: DrivenWorker, batch: Waiting[]): Promise<void> {
    const { clock } = this.#options
    this.#count(batch, 1)
    const bodies = batch.map(({ body }) => ({ ...body, at: clock.now() }))
    const places = batch.map((_, index) => String(index))
    const retried = await invoke(worker, '/queue', bodies).then(
      ({ outcome, retried: retriedPlaces = [] }) => (outcome === 'ok' ? retriedPlaces : places),
      () => (this.#fate === 'lost' ? [] : places),
    )
    for (const retriedPlace of retried) {
      const message = batch[Number(retriedPlace)]
      if (message) this.queue.retry(message, clock.now())
    }
    this.#count(batch, -1)
    this.#consume()
  }

  #count([first]: Waiting[], change: 1 | -1): void {
    if (!first) return
    const name = queueOf(first)
    const busy = (this.#busy.get(name) ?? 0) + change
    if (busy === 0) this.#busy.delete(name)
    else this.#busy.set(name, busy)
  }

  #startMinute(): void {
    const at = Math.floor(this.#options.clock.now() / minute) * minute
    const worker = this.#worker
    if (!worker || at === this.#lastMinute) return
    this.#lastMinute = at
    for (let job = 0; job < (this.#options.jobsPerMinute ?? 1); job += 1) {
      this.#jobs += 1
      // One that fails is made up for by the next.
      void invoke(worker, '/scheduled', { cron: '* * * * *', at })
        .catch(() => undefined)
        .then(() => (this.#jobs -= 1))
    }
  }

  #isIdle(): boolean {
    const next = this.queue.next()
    const isWaiting = next === undefined || next > this.#options.clock.now()
    return this.#busy.size === 0 && this.#jobs === 0 && this.#holds === 0 && isWaiting
  }

  #skip(): void {
    const { clock } = this.#options
    const now = clock.now()
    const nextMinute = this.#lastMinute + minute
    const ends = [this.queue.next(), clock.next(), Math.max(now, nextMinute)]
    const next = Math.min(...ends.filter((at) => at !== undefined))
    if (next > now) clock.move(next - now)
  }
}
