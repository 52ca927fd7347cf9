import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LibsqlServer } from '#local/libsql-server/server.ts'

type Answering = Pick<LibsqlServer, 'url' | 'answer'>

/** Servers of this process by the address of their pipeline. */
const servers = new Map<string, Answering>()

/** Kept: tests put others in its place. */
const fetchOverHttp = globalThis.fetch
globalThis.fetch = (target, init) => {
  const server = servers.get(target instanceof Request ? target.url : String(target))
  return server ? askDirectly(server, target, init) : fetchOverHttp(target, init)
}

/**
 * Clients of this process reach its server without HTTP, which takes a third of the time of what they
 * ask. Workers, proxies and the tests of the protocol go on over HTTP. Returns what ends that.
 */
export function reachDirectly(server: Answering): () => void {
  const pipeline = `${server.url}/v2/pipeline`
  servers.set(pipeline, server)
  return () => void servers.delete(pipeline)
}

async function askDirectly(
  server: Answering,
  target: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  const request = target instanceof Request ? target : undefined
  const headers = request?.headers ?? new Headers(init?.headers)
  const body = request ? await request.text() : String(init?.body)
  // Answers of a network come in another turn, too: others go on meanwhile.
  await nextTurn()
  const answer = await server.answer(body, headers.get('Authorization') ?? undefined)
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'Content-Type': 'application/json' },
  })
}
