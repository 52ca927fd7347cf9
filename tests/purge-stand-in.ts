import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PurgeStandIn = {
  url: string
  /** The tags of every call that was taken, in their order: of at most a hundred. */
  calls: string[][]
  /** While true, calls are refused as the edge does when there are too many. */
  isRefusing: boolean
  close(): Promise<void>
}

/** Hears of purges in the edge's place, over real HTTP. */
export async function startPurgeStandIn(): Promise<PurgeStandIn> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    request.on('end', () => {
      const { tags } = JSON.parse(text) as { tags: string[] }
      const isTaken = !standIn.isRefusing && tags.length <= 100
      if (isTaken) standIn.calls.push(tags)
      response.writeHead(isTaken ? 204 : 429).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: PurgeStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    isRefusing: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}
