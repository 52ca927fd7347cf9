import type { Config } from '#worker/env.ts'
import { sendRequest, readOutcome, type RequestOutcome } from '../http/outbound.ts'

export type DiscordSender = { send(webhookUrl: string, content: string): Promise<RequestOutcome> }

/** Calls only the configured origin, whatever the stored URL. Mentions never ping. */
export function createDiscordSender(config: Config): DiscordSender {
  return {
    async send(webhookUrl, content) {
      const url = new URL(new URL(webhookUrl).pathname, config.DISCORD_API_URL)
      const answer = await sendRequest(`${url.href}?wait=true`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
      })
      return readOutcome(answer, { who: 'Discord', gone: [401, 404] })
    },
  }
}
