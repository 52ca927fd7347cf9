import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts'
import { toHranaError } from './errors.ts'
import { createStatementRunner } from './run-statement.ts'
import { createHranaService, type DirectAnswer } from './service.ts'
import { createStreams } from './streams.ts'

export type LibsqlServerOptions = {
  file: string
  port?: number
  host?: string
  authToken?: string
  /** Idle time after which an interactive stream is rolled back and closed. */
  streamIdleMs?: number
  busyTimeoutMs?: number
  maxBodyBytes?: number
}

export type LibsqlServer = {
  url: string
  port: number
  /** Answers a pipeline of a client in this process, without HTTP in between. */
  answer(body: string, authorization: string | undefined): Promise<DirectAnswer>
  stats(): { pipelines: number; statements: number }
  close(): Promise<void>
}

const KEEP_ALIVE_MS = 65_000
const GRACE_MS = 500
const DEFAULT_MAX_BODY_BYTES = 64 * 1024 * 1024

/** No package ships a libSQL server; this one gives a laptop the protocol of a deployment. */
export async function startLibsqlServer(options: LibsqlServerOptions): Promise<LibsqlServer> {
  const { port = 0, host = '127.0.0.1', streamIdleMs = 10_000, busyTimeoutMs = 5_000 } = options
  const pool = openDatabaseFile(options.file)
  const stopping = new AbortController()
  const streams = createStreams(pool, streamIdleMs)
  const runner = createStatementRunner({ busyTimeoutMs, signal: stopping.signal })
  const { authToken, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options
  const service = createHranaService({ streams, runner, authToken, maxBodyBytes })
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    service.handle(request, response)
  })
  const boundPort = await listenOnPort(server, port, host).catch((error: unknown) => {
    pool.close()
    throw error
  })

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    stopping.abort()
    await Promise.race([service.settled(), sleep(GRACE_MS, undefined, { ref: false })])
    server.closeAllConnections()
    await closed
    streams.closeAll()
    pool.close()
  }

  let closing: Promise<void> | undefined
  return {
    url: `http://${host}:${boundPort}`,
    port: boundPort,
    answer: async (body, authorization) => {
      if (closing) throw new Error('The server is closed')
      return service.answer(body, authorization)
    },
    stats: () => ({ pipelines: service.pipelines(), statements: runner.statements() }),
    close: () => (closing ??= close()),
  }
}

function openDatabaseFile(file: string): ConnectionPool {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const pool = createConnectionPool(file)
    pool.release(pool.acquire())
    return pool
  } catch (error) {
    const { message } = toHranaError(error)
    throw new Error(`${file} cannot be opened as a database: ${message}`, { cause: error })
  }
}

function listenOnPort(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
