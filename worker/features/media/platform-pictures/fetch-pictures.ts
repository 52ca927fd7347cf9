import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { platformPictures } from '#worker/db/schema/live.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { update, type UpdateValues } from '#worker/db/writes.ts'
import { notNullable, type RowOf } from '#worker/db/row.ts'
import { readPicture, type Picture } from '#worker/features/media/uploads/picture.ts'
import { queueMediaRemoval } from '#worker/features/media/uploads/remove-media.ts'
import { createFileName, storePicture } from '#worker/features/media/uploads/store-picture.ts'
import { insertUpload, platformPicturesFolder } from '#worker/features/media/uploads/upload-rows.ts'
import {
  fetchPlatformPicture,
  type PictureFailure,
} from '#worker/integrations/platform-pictures/picture-host.ts'
import { listEnabledPlatforms } from '#worker/integrations/live-platforms.ts'
import { purgePictureSubjectCaches } from './purge-subjects.ts'

const perMessage = 10
const weekMs = 7 * dayMs
/** A run that was cut off leaves its pictures to the first one after this. */
const leaseMs = 10 * 60_000
const firstRetryMs = 60 * 60_000
const largestPixels = 2048

function isPictureDue(ctx: Ctx): SQL {
  const platforms = JSON.stringify(listEnabledPlatforms(ctx))
  return sql`${platformPictures.fetchAt} <= ${ctx.now}
    and ${platformPictures.platform} in (select value from json_each(${platforms}))`
}

export async function queueDuePictureFetch(ctx: Ctx<System>): Promise<void> {
  if (listEnabledPlatforms(ctx).length === 0) return
  const { due } = await read(ctx, {
    due: selectFirst(
      { kind: platformPictures.kind },
      sql`from ${platformPictures} where ${isPictureDue(ctx)} limit 1`,
    ),
  })
  if (due) await ctx.send([{ type: 'fetch_pictures' }])
}

const claimedColumns = {
  kind: platformPictures.kind,
  platform: platformPictures.platform,
  subject: platformPictures.subject,
  sourceUrl: notNullable(platformPictures.sourceUrl),
  path: platformPictures.path,
  digest: platformPictures.digest,
  failures: platformPictures.failures,
}
type ClaimedPictureRow = RowOf<typeof claimedColumns>

const { kind, platform, subject } = platformPictures

/** Each picture is fetched by one message, however many are under way. */
export async function fetchDuePictures(ctx: Ctx<System>): Promise<void> {
  const key = sql`(${kind}, ${platform}, ${subject})`
  const { claimed } = await write(ctx, {
    claimed: update(
      platformPictures,
      { fetchAt: ctx.now + leaseMs },
      {
        where: sql`${key} in (select ${kind}, ${platform}, ${subject} from ${platformPictures}
          where ${isPictureDue(ctx)} and ${platformPictures.sourceUrl} is not null
          order by ${platformPictures.fetchAt} limit ${perMessage})`,
        returning: claimedColumns,
      },
    ),
  })
  const changed = await Promise.all(
    claimed.map((claimedPicture) => fetchAndSavePicture(ctx, claimedPicture)),
  )
  await purgePictureSubjectCaches(
    ctx,
    claimed.filter((_, index) => changed[index]),
  )
  if (claimed.length === perMessage) await ctx.send([{ type: 'fetch_pictures' }])
}

/** True if another picture is shown by now. */
async function fetchAndSavePicture(
  ctx: Ctx<System>,
  claimedPicture: ClaimedPictureRow,
): Promise<boolean> {
  const fetched = await fetchPlatformPicture({
    platform: claimedPicture.platform,
    address: claimedPicture.sourceUrl,
    config: ctx.config,
  })
  if (fetched.outcome === 'failed') return postponePicture(ctx, claimedPicture, fetched.reason)
  if (fetched.outcome === 'gone') {
    await savePictureRow(ctx, claimedPicture, { path: null, digest: null })
    return claimedPicture.path !== null
  }
  const picture = readPicture(fetched.bytes)
  if (!picture) return postponePicture(ctx, claimedPicture, 'not_a_picture')
  if (Math.max(picture.width, picture.height) > largestPixels) {
    return postponePicture(ctx, claimedPicture, 'too_many_pixels')
  }
  return storeFetchedPicture(ctx, claimedPicture, picture)
}

async function storeFetchedPicture(
  ctx: Ctx<System>,
  claimedPicture: ClaimedPictureRow,
  picture: Picture,
): Promise<boolean> {
  const digest = createHash('sha256').update(picture.bytes).digest('hex')
  if (digest === claimedPicture.digest && claimedPicture.path !== null) {
    await savePictureRow(ctx, claimedPicture, {})
    return false
  }
  const path = platformPicturesFolder + createFileName(picture)
  await storePicture(ctx, path, picture)
  const isSaved = await savePictureRow(ctx, claimedPicture, { path, digest })
  // Its address changed or it was removed while it was fetched.
  if (!isSaved) await queueMediaRemoval(ctx, [path])
  return isSaved
}

/** Only while it is still wanted from this address. */
async function savePictureRow(
  ctx: Ctx<System>,
  claimedPicture: ClaimedPictureRow,
  values: UpdateValues<typeof platformPictures>,
): Promise<boolean> {
  const { saved } = await write(ctx, {
    stored: typeof values.path === 'string' ? [insertUpload(ctx, values.path)] : [],
    saved: update(
      platformPictures,
      { fetchAt: ctx.now + weekMs, checkedAt: ctx.now, failures: 0, ...values },
      {
        where: sql`${kind} = ${claimedPicture.kind} and ${platform} = ${claimedPicture.platform}
          and ${subject} = ${claimedPicture.subject} and ${platformPictures.sourceUrl} = ${claimedPicture.sourceUrl}
          and ${platformPictures.removedAt} is null`,
        returning: { subject },
      },
    ),
  })
  return saved.length > 0
}

type PostponeReason = PictureFailure | 'not_a_picture' | 'too_many_pixels'

/** The shown picture stays; each failure doubles the wait. */
async function postponePicture(
  ctx: Ctx<System>,
  claimedPicture: ClaimedPictureRow,
  reason: PostponeReason,
): Promise<false> {
  const { kind, platform } = claimedPicture
  ctx.log({ event: 'picture_not_fetched', kind, platform, reason })
  const wait = Math.min(firstRetryMs * 2 ** claimedPicture.failures, weekMs)
  await savePictureRow(ctx, claimedPicture, {
    fetchAt: ctx.now + wait,
    failures: claimedPicture.failures + 1,
  })
  return false
}
