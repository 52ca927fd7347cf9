import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeServer = { url: string; close: () => Promise<void> }

/** In the place of another service, over real HTTP; what it left unanswered breaks off as it closes. */
export async function listen(answer: RequestListener): Promise<FakeServer> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
