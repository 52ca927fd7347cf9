import type { Config } from '#worker/env.ts'
import { sendRequest, readOutcome, type RequestOutcome } from '../http/outbound.ts'

/** All texts but the title of a field may hold Discord's Markdown; times only beyond the title. */
export type DiscordEmbed = {
  title: string
  url: string
  description?: string
  /** 0xrrggbb */
  color: number
  thumbnail?: { url: string }
  fields?: { name: string; value: string; inline?: boolean }[]
}

/** For messages about no channel. */
export const brandColor = 0xff5a36

export type DiscordSender = {
  send(webhookUrl: string, embed: DiscordEmbed): Promise<RequestOutcome>
}

/** Calls only the configured origin, whatever the stored URL. Mentions never ping. */
export function createDiscordSender(config: Config): DiscordSender {
  return {
    async send(webhookUrl, embed) {
      const url = new URL(new URL(webhookUrl).pathname, config.DISCORD_API_URL)
      const answer = await sendRequest(`${url.href}?wait=true`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } }),
      })
      return readOutcome(answer, { who: 'Discord', gone: [401, 404] })
    },
  }
}
