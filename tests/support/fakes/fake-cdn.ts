import { json } from 'node:stream/consumers'
import { listen } from '#tests/support/fakes/fake-server.ts'

export type FakeCdn = {
  url: string
  vars: { EDGE_CACHE_URL: string }
  /** The tags of every call that was taken, in their order: of at most a hundred. */
  calls: string[][]
  /** While true, calls are refused as the edge does when there are too many. */
  isRefusing: boolean
  close(): Promise<void>
}

/** Hears of purges in the edge's place, over real HTTP. */
export async function startFakeCdn(): Promise<FakeCdn> {
  const server = await listen((request, response) => {
    void json(request).then((body) => {
      const { tags } = body as { tags: string[] }
      const isTaken = !fakeServer.isRefusing && tags.length <= 100
      if (isTaken) fakeServer.calls.push(tags)
      response.writeHead(isTaken ? 204 : 429).end()
    })
  })
  const vars = { EDGE_CACHE_URL: server.url }
  const fakeServer: FakeCdn = { ...server, vars, calls: [], isRefusing: false }
  return fakeServer
}
