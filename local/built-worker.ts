import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadMiniflare } from './miniflare.ts'
import { runScheduledJob } from './minute-clock.ts'

const name = 'hypecal'

export type BuiltWorkerOptions = {
  port?: number
  vars: Record<string, string>
  project?: string
  /** Folder of uploads and queues; by default they are not persisted. */
  persist?: string
  isConsuming?: boolean
  /** Console output of the worker; by default warnings and errors are printed. */
  onLog?: (log: WorkerLog) => void
}

export type WorkerLog = { level: string; message: string }

export type WorkerBindings = {
  DELIVERIES: { send(message: unknown): Promise<void> }
  MEDIA: {
    list(options: { prefix: string }): Promise<{ objects: { key: string }[] }>
    put(
      key: string,
      content: string,
      options?: { customMetadata: Record<string, string> },
    ): Promise<unknown>
    delete(key: string): Promise<void>
  }
}

export type BuiltWorker = {
  url: string
  bindings(): Promise<WorkerBindings>
  /** Runs a scheduled job, as of `scheduledTime` (Unix milliseconds) if given. */
  cron(schedule: string, scheduledTime?: number): Promise<void>
  close(): Promise<void>
}

export async function serveBuiltWorker(options: BuiltWorkerOptions): Promise<BuiltWorker> {
  const { port = 0, persist, onLog = printWarningOrError } = options
  const { Log, LogLevel, Miniflare, convertV4MiniflareOptions } = await loadMiniflare()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: 'localhost',
      port,
      workers: [await readWorkerOptions(options)],
      // Wrangler's folder.
      resourcePersistencePath: persist && join(persist, 'v3'),
      unsafeTriggerHandlers: true,
      // Disables the look-up of geographic data.
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.ERROR),
      logRequests: false,
      handleStructuredLogs: onLog,
    }),
  )
  const url = `http://localhost:${(await miniflare.ready).port}`
  return {
    url,
    bindings: () => miniflare.getBindings<WorkerBindings>(name),
    cron: (schedule, time) => runScheduledJob(url, schedule, time),
    close: () => miniflare.dispose(),
  }
}

const thisProject = fileURLToPath(new URL('..', import.meta.url))
const entry = 'entry.mjs'

async function readWorkerOptions(options: BuiltWorkerOptions) {
  const { vars, isConsuming = true, project = thisProject } = options
  const folder = join(project, 'dist', 'server')
  const { unstable_getMiniflareWorkerOptions: readOptions } = await import('wrangler')
  const {
    modulesRules = [],
    queueProducers = {},
    ...built
  } = readOptions(join(folder, 'wrangler.json')).workerOptions
  const modules = modulesRules.flatMap(({ type, include }) =>
    globSync(include, { cwd: folder }).map((path) => ({ type, path })),
  )
  return {
    ...built,
    name,
    rootPath: folder,
    modulesRoot: folder,
    modules: modules.toSorted((a, b) => Number(b.path === entry) - Number(a.path === entry)),
    bindings: vars,
    // Without queues of their own, lanes go by this one: a test can wait for its end.
    queueProducers: Object.fromEntries(
      Object.entries(queueProducers as object).filter(([binding]) => binding === 'DELIVERIES'),
    ) as Record<string, { queueName: string }>,
    ...(isConsuming ? {} : { queueConsumers: {} }),
  }
}

const brokenPipe =
  /^kj::getCaughtExceptionAsKj\(\) = \S+ disconnected: write\(\): Broken pipe \(os error 32\)(?:\nstack: .*)?\s*$/

export function isAbandonedRequestMessage(message: string): boolean {
  return brokenPipe.test(message)
}

function printWarningOrError({ level, message }: WorkerLog): void {
  if (isAbandonedRequestMessage(message)) return
  if (level === 'warn' || level === 'error') console.error(message)
}
