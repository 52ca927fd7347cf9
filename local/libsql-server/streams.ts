import { randomBytes } from 'node:crypto'
import type { Connection } from './connection.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { HttpError, RequestError } from './errors.ts'
import type { SqlSource } from './hrana.ts'

export type Stream = {
  connection(): Connection
  storeSql(sqlId: number, sql: string): void
  closeSql(sqlId: number): void
  sqlOf(source: SqlSource): string
  close(): void
  isClosed(): boolean
}

export type Streams = {
  /** A new stream, or the waiting one of the baton, which becomes invalid. */
  take(baton: string | undefined): Stream
  /** Keeps a stream for the next request; null if it is closed. */
  keep(stream: Stream): string | null
  drop(baton: string): void
  closeAll(): void
}

type WaitingStream = { stream: Stream; expiry: NodeJS.Timeout }

export function createStreams(pool: ConnectionPool, idleMs: number): Streams {
  const waiting = new Map<string, WaitingStream>()

  function withdraw(baton: string): Stream | undefined {
    const entry = waiting.get(baton)
    if (entry === undefined) return undefined
    clearTimeout(entry.expiry)
    waiting.delete(baton)
    return entry.stream
  }

  const drop = (baton: string) => withdraw(baton)?.close()

  return {
    take(baton) {
      if (baton === undefined) return openStream(pool)
      const stream = withdraw(baton)
      if (stream === undefined) throw expiredStreamError()
      return stream
    },
    keep(stream) {
      if (stream.isClosed()) return null
      const baton = randomBytes(24).toString('base64url')
      waiting.set(baton, { stream, expiry: setTimeout(drop, idleMs, baton).unref() })
      return baton
    },
    drop,
    closeAll: () => [...waiting.keys()].forEach(drop),
  }
}

function openStream(pool: ConnectionPool): Stream {
  const sqls = new Map<number, string>()
  let connection: Connection | undefined = pool.acquire()

  return {
    connection() {
      if (connection === undefined) throw new RequestError('STREAM_CLOSED', 'The stream is closed')
      return connection
    },
    storeSql(sqlId, sql) {
      if (sqls.has(sqlId))
        throw new RequestError('SQL_EXISTS', `SQL text ${sqlId} is already stored`)
      sqls.set(sqlId, sql)
    },
    closeSql: (sqlId) => void sqls.delete(sqlId),
    sqlOf(source) {
      if ('sql' in source) return source.sql
      const sql = sqls.get(source.sqlId)
      if (sql !== undefined) return sql
      throw new RequestError('SQL_NOT_FOUND', `SQL text ${source.sqlId} is not stored`)
    },
    close() {
      if (connection !== undefined) pool.release(connection)
      connection = undefined
    },
    isClosed: () => connection === undefined,
  }
}

function expiredStreamError(): HttpError {
  const message = 'The stream has expired due to inactivity, or its baton was used before'
  return new HttpError(400, 'STREAM_EXPIRED', message)
}
