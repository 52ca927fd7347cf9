import { dayMs } from '#worker/contracts/durations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { backfillUploadRows } from './list-older-uploads.ts'
import { removeUploadRows, selectPicturePathsInUse, takeDueUploads } from './upload-rows.ts'
import { toMarkerKey } from './uploader-markers.ts'
import { findMediaTag } from '#worker/caching/cache-tags.ts'
import { purgeTags } from '#worker/caching/purge.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'

const picturesPerPage = 500
const pagesPerHour = 20

/** Until a shown picture is checked again: platforms replace theirs often. */
const recheckMs = 7 * dayMs
const recheckOfPlatformMs = dayMs

export async function removeUnusedPictures(ctx: Ctx<System>): Promise<void> {
  await backfillUploadRows(ctx)
  for (let page = 0; page < pagesPerHour; page += 1) {
    const { due } = await write(ctx, {
      due: takeDueUploads({
        now: ctx.now,
        nextAt: ctx.now + recheckMs,
        nextOfPlatformAt: ctx.now + recheckOfPlatformMs,
        limit: picturesPerPage,
      }),
    })
    await removeUnshownPictures(ctx, due)
    if (due.length < picturesPerPage) return
  }
}

async function removeUnshownPictures(
  ctx: Ctx<System>,
  pictures: { path: string; userId: UserId | null }[],
): Promise<void> {
  if (pictures.length === 0) return
  const paths = pictures.map(({ path }) => path)
  const { shown } = await read(ctx, { shown: selectPicturePathsInUse(ctx, paths) })
  const shownPaths = new Set(shown.map(({ path }) => path))
  const unused = pictures.filter(({ path }) => !shownPaths.has(path))
  const markers = unused.flatMap(({ path, userId }) =>
    userId === null ? [] : [toMarkerKey(userId, path)],
  )
  await queueMediaRemoval(ctx, [...unused.map(({ path }) => path), ...markers])
}

const keysPerMessage = 500

export async function queueMediaRemoval(ctx: Ctx, keys: string[]): Promise<void> {
  const messages: QueueMessage[] = []
  for (let start = 0; start < keys.length; start += keysPerMessage) {
    messages.push({ type: 'remove_media', keys: keys.slice(start, start + keysPerMessage) })
  }
  if (messages.length > 0) await ctx.send(messages)
}

/** Removes objects, and the copies of them that the edge keeps for a year. */
export async function removeMedia(ctx: Ctx<System>, keys: string[]): Promise<void> {
  await ctx.media.delete(keys)
  await write(ctx, [removeUploadRows(keys)])
  await purgeTags(
    ctx,
    keys.flatMap((key) => findMediaTag(key) ?? []),
  )
}
