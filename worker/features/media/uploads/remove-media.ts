import { mediaTag } from '#worker/caching/cache-tags.ts'
import type { Ctx, System } from '#worker/context.ts'
import { purgeTags } from '#worker/features/operations/cache/purge.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'

const keysPerMessage = 500

/** Has objects removed by the queue, which tries again where the bucket fails. */
export async function removeMediaSoon(ctx: Ctx, keys: string[]): Promise<void> {
  const messages: QueueMessage[] = []
  for (let first = 0; first < keys.length; first += keysPerMessage) {
    messages.push({ type: 'remove_media', keys: keys.slice(first, first + keysPerMessage) })
  }
  if (messages.length > 0) await ctx.send(messages)
}

/** Removes objects, and the copies of them that the edge keeps for a year. */
export async function removeMedia(ctx: Ctx<System>, keys: string[]): Promise<void> {
  await ctx.media.delete(keys)
  await purgeTags(
    ctx,
    keys.flatMap((key) => mediaTag(key) ?? []),
  )
}
