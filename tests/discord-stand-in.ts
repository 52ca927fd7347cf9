import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type DiscordPost = { path: string; body: { content: string; allowed_mentions: unknown } }

export type DiscordStandIn = {
  url: string
  posts: DiscordPost[]
  /** What the next posts are answered, first to last; 204 when the list is empty. */
  answers: { status: number; headers?: Record<string, string> }[]
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Takes webhook posts in Discord's place, over real HTTP. */
export async function startDiscordStandIn(): Promise<DiscordStandIn> {
  const posts: DiscordPost[] = []
  const answers: DiscordStandIn['answers'] = []
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      posts.push({ path: request.url ?? '', body: JSON.parse(text) as DiscordPost['body'] })
      const { status, headers = {} } = answers.shift() ?? { status: 204 }
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    posts,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
