import { listen, type FakeServer } from './fake-server.ts'

type Pipeline = { requests: { batch?: { steps: { stmt: { sql: string } }[] } }[] }

export type DatabaseProxy = FakeServer & {
  vars: { DATABASE_URL: string }
  /** The database behind it. */
  target: string
  /** Which statement of each batch fails, counted from 1; none for 0. */
  failing: number
  /** Runs before each batch that writes is handed on. */
  beforeWrite: () => unknown
}

/** A proxy that makes one statement of each batch fail, or acts between two of them. */
export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  const server = await listen((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => {
      const body = withFailure(Buffer.concat(parts).toString(), proxy.failing)
      const headers = { Authorization: request.headers.authorization ?? '' }
      Promise.resolve(isWrite(body) ? proxy.beforeWrite() : undefined)
        .then(() =>
          fetch(proxy.target + request.url, { method: request.method ?? 'POST', headers, body }),
        )
        .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
        .catch(() => response.destroy())
    })
  })
  const proxy: DatabaseProxy = {
    ...server,
    vars: { DATABASE_URL: server.url },
    target: '',
    failing: 0,
    beforeWrite: () => undefined,
  }
  return proxy
}

function isWrite(body: string): boolean {
  return body.includes('BEGIN IMMEDIATE')
}

function withFailure(body: string, index: number): string {
  const pipeline = JSON.parse(body) as Pipeline
  for (const { batch } of pipeline.requests) {
    // The last two end the transaction.
    const statements = batch?.steps.slice(0, -2) ?? []
    const step = index > 0 ? statements[index] : undefined
    if (step) step.stmt = { sql: 'select 1 from a_table_that_is_not_there' }
  }
  return JSON.stringify(pipeline)
}
