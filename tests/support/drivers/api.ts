import { Hono } from 'hono'
import { recordConsole } from '#tests/support/drivers/console-lines.ts'
import { startTestEnvironment } from '#tests/support/drivers/environment.ts'
import {
  sendCall,
  sendRead,
  startTestWorker,
  type TestWorker,
} from '#tests/support/drivers/worker.ts'
import { MemoryBucket } from '#tests/support/fakes/memory-bucket.ts'
import { failureResponse } from '#worker/api/failure.ts'
import { createApp } from '#worker/app.ts'
import { runCron } from '#worker/cron.ts'
import type { Env, Services } from '#worker/env.ts'
import type { SentMessage } from '#worker/queue-messages.ts'
import type { ReceivedMessage } from '#worker/queue-order.ts'
import { consumeBatch } from '#worker/queue.ts'

/** Tests of the API alone have no page. */
export type TestApi = Omit<TestWorker, 'url'>

type ApiOptions = {
  /** Bindings to leave out. */
  without?: string[]
  /** Messages stay in the queue without it. */
  isConsuming?: boolean
}

/**
 * The worker's source in this process, on a fresh migrated database over HTTP, without a build and a
 * second process. `TEST_API=built` takes the built worker instead.
 */
export async function startTestApi(
  vars: Record<string, string> = {},
  { without = [], isConsuming = true }: ApiOptions = {},
): Promise<TestApi> {
  if (process.env['TEST_API'] === 'built') return startTestWorker(vars, without, { isConsuming })
  const around = await startTestEnvironment({ vars })
  const { environment } = around
  const recording = recordConsole()
  const app = createApp({ routes: new Hono(), failure: failureResponse })
  const background = new BackgroundWork()
  const bucket = new MemoryBucket()
  const executionContext = {
    waitUntil: (work: Promise<unknown>) => background.add(work),
    passThroughOnException: () => undefined,
    props: {},
  }
  const consume = (messages: SentMessage[]) =>
    background.add(consumeBatch(env, { messages: messages.map(toReceived) }))
  const bindings = Object.entries(environment.vars).filter(([name]) => !without.includes(name))
  const env: Env = {
    ...Object.fromEntries(bindings),
    ...standInServices,
    MEDIA: standIn<Services['MEDIA']>(bucket),
    DELIVERIES: standIn<Services['DELIVERIES']>({
      sendBatch: async (messages) => {
        if (isConsuming) consume([...messages].map(({ body }) => body))
        return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
      },
    }),
  }
  const fetchPath = async (path: string, init?: RequestInit) =>
    app.fetch(new Request(new URL(path, environment.vars['SITE_URL']), init), env, executionContext)
  const run = async (schedule: string, at: number) => {
    await runCron(env, schedule, at)
    await background.settle()
  }
  return {
    ...around,
    origin: environment.vars['SITE_URL'] ?? '',
    fetch: fetchPath,
    call: (method, path, options = {}) => sendCall(fetchPath, method, path, options),
    get: (path, options = {}) => sendRead(fetchPath, path, options),
    cron: run,
    tick: (at) => run('* * * * *', at),
    minute: (at) => run('* * * * *', at),
    hour: (at) => run('17 * * * *', at),
    enqueue: async (message, at) => consume([{ ...message, at }]),
    drainQueue: () => background.settle(),
    mediaKeys: async (prefix) => (await bucket.list({ prefix })).objects.map(({ key }) => key),
    putMedia: async (key) => void (await bucket.put(key)),
    removeMedia: (key) => bucket.delete(key),
    trips: () => environment.libsql?.stats().pipelines ?? 0,
    logs: () => JSON.stringify(recording.lines),
    async close() {
      await background.settle()
      recording.end()
      await around.close()
    },
  }
}

/** A message that fails fails its test: the real queue would send it again half a minute later. */
function toReceived(body: SentMessage): ReceivedMessage {
  return {
    id: crypto.randomUUID(),
    attempts: 1,
    body,
    ack: () => undefined,
    retry: () => {
      throw new Error(`the message ${body.type} failed`)
    },
  }
}

/** Has only the methods that the API calls. */
function standIn<Service>(methods: Partial<Service>): Service {
  return methods as Service
}

const limiter: Services['READS'] = { limit: async () => ({ success: true }) }
const standInServices = {
  ASSETS: standIn<Services['ASSETS']>({}),
  READS: limiter,
  WRITES: limiter,
  LOGINS: limiter,
  SIGNUPS: limiter,
  RESETS: limiter,
}

/** Messages and other work that a request leaves behind continue after its response. */
class BackgroundWork {
  #running = new Set<Promise<unknown>>()

  add(work: Promise<unknown>): void {
    const tracked = work.finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
  }

  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
