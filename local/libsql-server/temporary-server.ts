import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LibsqlServer, type LibsqlServerOptions, startLibsqlServer } from './server.ts'

type StreamResult = {
  type: 'ok' | 'error'
  error?: { message: string; code: string }
  response?: { type: string; result?: unknown }
}

type PipelineReply = {
  status: number
  baton: string | null
  results: StreamResult[]
  code: string | undefined
}

export type TemporaryServer = LibsqlServer & {
  file: string
  post(path: string, body: string): Promise<Response>
  pipeline(requests: unknown[], baton?: string | null): Promise<PipelineReply>
  remove(): Promise<void>
}

export async function startTemporaryServer(
  options: Partial<LibsqlServerOptions> = {},
): Promise<TemporaryServer> {
  const folder = mkdtempSync(join(tmpdir(), 'libsql-server-'))
  const file = join(folder, 'data', 'test.db')
  const server = await startLibsqlServer({ file, ...options })
  const post = (path: string, body: string) => fetch(server.url + path, { method: 'POST', body })
  return {
    ...server,
    file,
    post,
    async pipeline(requests, baton = null) {
      const response = await post('/v2/pipeline', JSON.stringify({ baton, requests }))
      const body = (await response.json()) as Omit<PipelineReply, 'status'>
      return { ...body, status: response.status }
    },
    async remove() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function buildExecuteRequest(sql: string, args: unknown[] = []): unknown {
  return { type: 'execute', stmt: { sql, args } }
}
