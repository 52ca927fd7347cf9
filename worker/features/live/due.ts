import type { SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { platformIds, featurePlatforms, type Platform } from '#worker/contracts/platforms.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { listEnabledPlatforms } from '#worker/integrations/live-platforms.ts'
import { selectDueRecordingSearch } from './recordings.ts'
import { selectDuePoll } from './window.ts'

export type DueLiveJob = { kind: `poll_${Platform}` | 'recordings'; id: 0; startAt: 0; after: 0 }

export function selectDueLiveJobs(ctx: Pick<Ctx, 'config' | 'now'>): SQL[] {
  const on = listEnabledPlatforms(ctx)
  const parts = on.map((platform) => selectDuePoll(ctx, platform))
  if (on.includes(featurePlatforms.recordings)) parts.push(selectDueRecordingSearch(ctx.now))
  return parts
}

export function toLiveQueueMessages(kind: string): QueueMessage[] {
  if (kind === 'recordings') return [{ type: 'find_recordings' }]
  const platform = platformIds.find((platformId) => kind === `poll_${platformId}`)
  return platform ? [{ type: 'poll_live', platform, after: '' }] : []
}
