import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contract.ts'
import type { QueueMessage } from '#worker/messages.ts'
import { platformsOn } from './platforms-on.ts'
import { recordingsWait } from './recordings.ts'
import { pollWaits } from './window.ts'

export type LiveDue = { kind: `poll_${Platform}` | 'recordings'; id: 0; startAt: 0; after: 0 }

/** For the minute job's one query, each part after a `union all`; nothing of it without keys. */
export function liveWaits(ctx: Pick<Ctx, 'config' | 'now'>): SQL {
  const on = platformsOn(ctx)
  const parts = on.map((platform) => pollWaits(ctx, platform))
  if (on.includes('twitch')) parts.push(recordingsWait(ctx.now))
  return sql.join(
    parts.map((part) => sql`union all ${part}`),
    sql` `,
  )
}

const messages: Record<LiveDue['kind'], QueueMessage> = {
  poll_twitch: { type: 'poll_live', platform: 'twitch', after: '' },
  poll_youtube: { type: 'poll_live', platform: 'youtube', after: '' },
  recordings: { type: 'find_recordings' },
}

/** What a due row asks for; nothing where it is of another kind. */
export function toLiveMessage(kind: string): QueueMessage[] {
  const message = messages[kind as LiveDue['kind']] as QueueMessage | undefined
  return message ? [message] : []
}
