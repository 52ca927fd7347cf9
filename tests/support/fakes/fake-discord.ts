import { json } from 'node:stream/consumers'
import type { DiscordEmbed } from '#worker/integrations/discord/discord-sender.ts'
import { listen } from '#tests/support/fakes/fake-server.ts'

export type DiscordPost = {
  path: string
  body: { embeds: DiscordEmbed[]; allowed_mentions: unknown }
}

export type FakeDiscord = {
  url: string
  posts: DiscordPost[]
  /** Answers to the next posts, first to last; 204 when the list is empty. */
  answers: { status: number; headers?: Record<string, string> }[]
  close(): Promise<void>
}

/** Takes webhook posts in Discord's place, over real HTTP. */
export async function startFakeDiscord(): Promise<FakeDiscord> {
  const posts: DiscordPost[] = []
  const answers: FakeDiscord['answers'] = []
  const server = await listen((request, response) => {
    void json(request).then((body) => {
      posts.push({ path: request.url ?? '', body: body as DiscordPost['body'] })
      const { status, headers = {} } = answers.shift() ?? { status: 204 }
      response.writeHead(status, headers).end()
    })
  })
  return { ...server, posts, answers }
}

/** All that a reader sees of a post. */
export function textOfPost({ embeds }: { embeds?: unknown }): string {
  const [embed] = embeds as DiscordEmbed[]
  if (!embed) return ''
  const { title, description = '', fields = [] } = embed
  return [title, description, ...fields.map(({ name, value }) => `${name}: ${value}`)].join('\n')
}
