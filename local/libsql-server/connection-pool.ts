import { Connection } from './connection.ts'

export type ConnectionPool = {
  acquire(): Connection
  release(connection: Connection): void
  close(): void
}

const MOST_IDLE = 8

/** Keeps idle connections open: their parsed schema and statements are what makes them fast. */
export function createConnectionPool(file: string): ConnectionPool {
  const idle: Connection[] = []
  let isClosed = false

  return {
    acquire: () => idle.pop() ?? new Connection(file),
    release(connection) {
      const isReusable = isReset(connection) && !isClosed && idle.length < MOST_IDLE
      if (isReusable) idle.push(connection)
      else connection.close()
    },
    close() {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
      // One of its own: a used one may hold a statement that keeps the file from being folded in.
      const last = new Connection(file)
      last.checkpoint()
      last.close()
    },
  }
}

function isReset(connection: Connection): boolean {
  try {
    return connection.reset()
  } catch {
    return false
  }
}
