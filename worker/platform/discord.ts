import type { Config } from '#worker/env.ts'
import { call, retryAfterMs, type Outcome } from './outbound.ts'

export type DiscordSender = { send(webhookUrl: string, content: string): Promise<Outcome> }

/**
 * Posts to a person's webhook. The URL was validated against Discord's hosts; only the configured
 * origin is ever called. Mentions never ping.
 */
export function createDiscordSender(config: Config): DiscordSender {
  return {
    async send(webhookUrl, content) {
      const url = new URL(new URL(webhookUrl).pathname, config.DISCORD_API_URL)
      const answer = await call(`${url.href}?wait=true`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
      })
      if ('error' in answer) return { kind: 'unknown', error: answer.error }
      await answer.body?.cancel()
      if (answer.ok) return { kind: 'sent' }
      const error = `Discord answered ${answer.status}`
      if (answer.status === 404 || answer.status === 401) return { kind: 'gone', error }
      if (answer.status === 429) return { kind: 'wait', error, afterMs: retryAfterMs(answer) }
      // A gateway's time-out says nothing about what is behind it.
      if (answer.status === 502 || answer.status === 504) return { kind: 'unknown', error }
      return answer.status >= 500 ? { kind: 'retry', error } : { kind: 'refused', error }
    },
  }
}
