import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import { read, type Ctx, type System } from '#worker/context.ts'
import { selectPicturePathsInUse } from './shown-pictures.ts'
import { platformPicturesFolder } from './store-picture.ts'
import { uploadersFolder, uploadPathOf } from './uploads.ts'
import { mediaTag } from '#worker/caching/cache-tags.ts'
import { purgeTags } from '#worker/features/operations/cache/purge.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'

/** Whoever uploaded it may still be writing what is to show it: drafts are kept for days. */
const spareMs = 7 * dayMs

type Folder = { prefix: string; spareMs: number; pathOf: (key: string) => string }

/** `pathOf`: the picture that an object is, or is about. */
const folders: Folder[] = [
  { prefix: 'uploads/', spareMs, pathOf: (key) => key },
  { prefix: 'avatars/', spareMs, pathOf: (key) => key },
  { prefix: uploadersFolder, spareMs, pathOf: uploadPathOf },
  // Written by the worker, which names what it stored a moment later.
  { prefix: platformPicturesFolder, spareMs: hourMs, pathOf: (key) => key },
]

/** Removes the pictures that nothing shows once they are old enough, one page of the bucket at a time. */
export async function removeUnusedPictures(ctx: Ctx<System>): Promise<void> {
  for (const { prefix, spareMs: spared, pathOf } of folders) {
    let cursor: string | undefined
    do {
      const page = await ctx.media.list({ prefix, cursor })
      const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < ctx.now - spared)
      await removeUnshown(
        ctx,
        old.map(({ key }) => ({ key, path: pathOf(key) })),
      )
      cursor = page.truncated ? page.cursor : undefined
    } while (cursor)
  }
}

async function removeUnshown(
  ctx: Ctx<System>,
  objects: { key: string; path: string }[],
): Promise<void> {
  if (objects.length === 0) return
  const paths = objects.map(({ path }) => path)
  const { shown } = await read(ctx, { shown: selectPicturePathsInUse(ctx, paths) })
  const kept = new Set(shown.map(({ path }) => path))
  const keys = objects.filter(({ path }) => !kept.has(path)).map(({ key }) => key)
  if (keys.length > 0) await queueMediaRemoval(ctx, keys)
}

const keysPerMessage = 500

/** Has objects removed by the queue, which tries again where the bucket fails. */
export async function queueMediaRemoval(ctx: Ctx, keys: string[]): Promise<void> {
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
