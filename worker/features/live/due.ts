import type { SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { enabledPlatforms } from '#worker/integrations/live-platforms.ts'
import { selectDueRecordings } from './recordings.ts'
import { selectDuePoll } from './window.ts'

export type DueLiveJob = { kind: `poll_${Platform}` | 'recordings'; id: 0; startAt: 0; after: 0 }

/** For the minute job's one query; nothing without keys. */
export function selectDueLiveJobs(ctx: Pick<Ctx, 'config' | 'now'>): SQL[] {
  const on = enabledPlatforms(ctx)
  const parts = on.map((platform) => selectDuePoll(ctx, platform))
  if (on.includes('twitch')) parts.push(selectDueRecordings(ctx.now))
  return parts
}

const messages: Record<DueLiveJob['kind'], QueueMessage> = {
  poll_twitch: { type: 'poll_live', platform: 'twitch', after: '' },
  poll_youtube: { type: 'poll_live', platform: 'youtube', after: '' },
  recordings: { type: 'find_recordings' },
}

/** What a due row asks for; nothing where it is of another kind. */
export function toLiveMessage(kind: string): QueueMessage[] {
  const message = messages[kind as DueLiveJob['kind']] as QueueMessage | undefined
  return message ? [message] : []
}
