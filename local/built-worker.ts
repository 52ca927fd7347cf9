import { fileURLToPath } from 'node:url'
import { runScheduled } from './scheduled.ts'

const config = fileURLToPath(new URL('../dist/server/wrangler.json', import.meta.url))

/** The runtime's own chatter: banners, log files, a look-up of where in the world this is. */
const quiet = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_LOG: 'error',
  WRANGLER_WRITE_LOGS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

export type BuiltWorkerOptions = {
  port: number
  /** Text bindings. */
  vars: Record<string, string>
  /** Where uploads and queues are kept. */
  persist: string
  /** What the worker writes to its console; warnings and errors are shown unless taken here. */
  onLog?: (log: WorkerLog) => void
}

export type WorkerLog = { level: string; message: string }

export type BuiltWorker = {
  url: string
  /** Runs the minute job, as of `scheduledTime` (Unix milliseconds) when given. */
  tick(scheduledTime?: number): Promise<void>
  close(): Promise<void>
}

/** The worker of `dist/`, in the runtime that runs it in production. */
export async function serveBuiltWorker(options: BuiltWorkerOptions): Promise<BuiltWorker> {
  Object.assign(process.env, { ...quiet, ...process.env })
  const { unstable_startWorker: startWorker } = await import('wrangler')
  const bindings = Object.fromEntries(
    Object.entries(options.vars).map(([name, value]) => [
      name,
      { type: 'plain_text' as const, value },
    ]),
  )
  const worker = await startWorker({
    config,
    bindings,
    dev: {
      server: { hostname: 'localhost', port: options.port },
      inspector: false,
      persist: options.persist,
      watch: false,
      liveReload: false,
      logLevel: 'error',
      structuredLogsHandler: options.onLog ?? showTrouble,
    },
  })
  await worker.ready
  const url = `http://localhost:${(await worker.url).port}`
  return {
    url,
    tick: (time) => runScheduled(url, '* * * * *', time),
    close: () => worker.dispose(),
  }
}

function showTrouble({ level, message }: WorkerLog): void {
  if (level === 'warn' || level === 'error') console.error(message)
}
