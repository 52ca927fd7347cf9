import { serveBuiltWorker, type BuiltWorker, type WorkerLog } from '#local/built-worker.ts'
import type { LocalEnvironment } from '#local/environment.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { startTestEnvironment, type TestEnvironment } from '#tests/support/drivers/environment.ts'

export type CallOptions = {
  token?: string
  /** Sent as JSON; a URLSearchParams or FormData goes as a form. */
  body?: unknown
  /** The request's clock, Unix milliseconds. */
  now?: number
  headers?: Record<string, string>
}
export type Answer<Body> = { status: number; body: Body; headers: Headers }
/** The built worker in the real runtime, on a fresh migrated database, with its clock in the test's hand. */
export type TestWorker = TestEnvironment & {
  url: string
  /** Where its own pages are, as a browser would say. */
  origin: string
  call<Body = ErrorEnvelope>(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Answer<Body>>
  /** The body of an answer; a status other than 200 is an error. */
  get<Body>(path: string, options?: CallOptions): Promise<Body>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Runs the minute job as of an instant. */
  tick(at: number): Promise<void>
  /** Runs the job of a schedule as of an instant. */
  cron(schedule: string, at: number): Promise<void>
  /** Puts a message in the queue, as the worker would at that instant. */
  enqueue(message: QueueMessage, at: number): Promise<void>
  /** Resolves when all that was put in the queue so far, and what that put there, is consumed. */
  drainQueue(at: number): Promise<void>
  /** The minute job, and all that it put in the queue. */
  minute(at: number): Promise<void>
  /** The hourly job, and all that it put in the queue. */
  hour(at: number): Promise<void>
  mediaKeys(prefix: string): Promise<string[]>
  /** Puts an object in the media bucket. */
  putMedia(key: string, content: string, metadata?: Record<string, string>): Promise<void>
  removeMedia(key: string): Promise<void>
  /** How often the database was asked so far, by requests and by what they left in the queue. */
  trips(): number
  logs(): string
}

type WorkerOptions = {
  isConsuming?: boolean
  demo?: boolean
  /** Where the worker is built; default: this project. */
  project?: string
}

export async function startTestWorker(
  vars: Record<string, string> = {},
  /** Bindings to leave out. */
  without: string[] = [],
  /** Messages stay in the queue without `isConsuming`. */
  { isConsuming = true, demo = false, project }: WorkerOptions = {},
): Promise<TestWorker> {
  const around = await startTestEnvironment({ vars, demo })
  const { environment, persist } = around
  const bindings = Object.entries(environment.vars).filter(([name]) => !without.includes(name))
  const logs: WorkerLog[] = []
  const worker = await serveBuiltWorker({
    vars: Object.fromEntries(bindings),
    isConsuming,
    ...(persist === undefined ? {} : { persist }),
    ...(project === undefined ? {} : { project }),
    onLog: (log) => logs.push(log),
  })
  const fetchPath = (path: string, init?: RequestInit) =>
    fetchOnLiveConnection(new URL(path, worker.url), { redirect: 'manual', ...init })
  const drain = (at: number) => drainQueue(worker, environment, at)
  return {
    ...around,
    url: worker.url,
    origin: worker.url,
    fetch: fetchPath,
    call: (method, path, options = {}) => sendCall(fetchPath, method, path, options),
    get: (path, options = {}) => sendRead(fetchPath, path, options),
    tick: (at) => worker.cron('* * * * *', at),
    cron: worker.cron,
    async enqueue(message, at) {
      const { DELIVERIES } = await worker.bindings()
      await DELIVERIES.send({ ...message, at })
    },
    drainQueue: drain,
    async minute(at) {
      await worker.cron('* * * * *', at)
      await drain(at)
    },
    async hour(at) {
      await worker.cron('17 * * * *', at)
      await drain(at)
    },
    async mediaKeys(prefix) {
      const { MEDIA } = await worker.bindings()
      const { objects } = await MEDIA.list({ prefix })
      return objects.map(({ key }) => key)
    },
    async putMedia(key, content, customMetadata = {}) {
      const { MEDIA } = await worker.bindings()
      await MEDIA.put(key, content, { customMetadata })
    },
    async removeMedia(key) {
      const { MEDIA } = await worker.bindings()
      await MEDIA.delete(key)
    },
    trips: () => environment.libsql?.stats().pipelines ?? 0,
    logs: () => JSON.stringify(logs),
    async close() {
      await worker.close()
      await around.close()
    },
  }
}

/** A read is sent again where the worker closed the idle connection just before. */
function fetchOnLiveConnection(url: URL, init: RequestInit): Promise<Response> {
  const send = () => fetch(url, init)
  if ((init.method ?? 'GET') !== 'GET') return send()
  return send().catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { code?: string }
    if (code === 'UND_ERR_SOCKET') return send()
    throw error
  })
}

/** A call of the API, whatever carries the request. */
export async function sendCall<Body>(
  fetchPath: (path: string, init?: RequestInit) => Promise<Response>,
  method: string,
  path: string,
  { token, body, now, headers = {} }: CallOptions,
): Promise<Answer<Body>> {
  const isForm = body instanceof URLSearchParams || body instanceof FormData
  const response = await fetchPath(`/api/v1/${path}`, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(now === undefined ? {} : { 'X-Test-Now': String(now) }),
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = (text ? JSON.parse(text) : undefined) as Body
  return { status: response.status, body: parsed, headers: response.headers }
}

/** A read of the API that has to succeed. */
export async function sendRead<Body>(
  fetchPath: (path: string, init?: RequestInit) => Promise<Response>,
  path: string,
  options: CallOptions,
): Promise<Body> {
  const { status, body } = await sendCall<Body>(fetchPath, 'GET', path, options)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function drainQueue(
  worker: BuiltWorker,
  environment: LocalEnvironment,
  at: number,
): Promise<void> {
  const { DELIVERIES } = await worker.bindings()
  // A fan-out puts its deliveries in the queue: the second marker stands behind those. What is
  // slow ends behind the marker of its own batch, and each page of it asks for the next.
  for (let hop = 0; hop < 5; hop += 1) {
    const id = await insertMarker(environment, at)
    await DELIVERIES.send({ type: 'send_lane', lane: 'account', until: at, at })
    await waitFor(() => isSent(environment, id), 'the end of the queue')
  }
}

async function insertMarker({ db }: LocalEnvironment, at: number): Promise<number> {
  const { rows } = await db.$client.execute({
    sql: `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
      select 'marker:' || hex(randomblob(8)), id, 'email', 'account_exists', '{}', 'pending', ?1, ?1
      from users where username = 'admin' returning id`,
    args: [at],
  })
  return Number(rows[0]?.['id'])
}

async function isSent({ db }: LocalEnvironment, id: number): Promise<boolean> {
  const { rows } = await db.$client.execute({
    sql: `select 1 from deliveries where id = ? and status = 'sent'`,
    args: [id],
  })
  return rows.length === 1
}

/** Asks until the answer is there: for what travels through the queue. */
export async function waitFor<Value>(
  ask: () => Promise<Value | undefined | false>,
  what: string,
): Promise<Value> {
  const deadline = Date.now() + 15_000
  while (Date.now() < deadline) {
    const value = await ask()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`waited in vain for ${what}`)
}
