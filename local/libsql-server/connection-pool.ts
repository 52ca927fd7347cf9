import { Connection } from './connection.ts'

export type ConnectionPool = {
  acquire(): Connection
  release(connection: Connection): void
  close(): void
}

const MOST_IDLE = 8

/** Keeps idle connections open, because their parsed schema and statements make them fast. */
export function createConnectionPool(file: string): ConnectionPool {
  const idle: Connection[] = []
  let isClosed = false

  return {
    acquire: () => idle.pop() ?? new Connection(file),
    release(connection) {
      const isReusable = tryToResetConnection(connection) && !isClosed && idle.length < MOST_IDLE
      if (isReusable) idle.push(connection)
      else connection.close()
    },
    close() {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
      // A new one: a used connection may hold a statement that blocks the checkpoint.
      const last = new Connection(file)
      last.checkpoint()
      last.close()
    },
  }
}

function tryToResetConnection(connection: Connection): boolean {
  try {
    return connection.reset()
  } catch {
    return false
  }
}
