import { sql } from 'drizzle-orm'
import { read, readAndRecordAttempt, write, type Contributor, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { assertNotThrottled, recordAttempt } from '#worker/request/attempt-limits.ts'
import { AppError } from '#worker/api/errors.ts'
import type { PictureInput, UploadView } from './contract.ts'
import { createFileName, readUploadedPicture, storePicture, uploadLimit } from './store-picture.ts'
import { insertUpload, selectUploadPathsOfMember } from './upload-rows.ts'
import { toMarkerKey, toUploaderMarkerFolder, toUploadPath } from './uploader-markers.ts'

const selectVerified = prepare(({ userId }: Params<{ userId: UserId }>) =>
  selectFirst(
    { id: users.id },
    sql`from ${users} where ${users.id} = ${userId} and ${users.emailVerifiedAt} is not null`,
  ),
)

/**
 * Stores a picture for an event, a group or an article. What nothing shows a week later is removed.
 * @throws AppError `verify_email_first`: anybody can make an account, and the picture is served to all
 */
export async function uploadPicture(
  ctx: Ctx<Contributor>,
  { file }: PictureInput,
): Promise<UploadView> {
  const { userId } = ctx.actor
  const { attempt, verified } = await readAndRecordAttempt(ctx, {
    attempt: recordAttempt(ctx, uploadLimit(userId)),
    verified: selectVerified(ctx.actor),
  })
  if (!verified) throw new AppError('forbidden', 'verify_email_first')
  assertNotThrottled(ctx, attempt)
  const picture = await readUploadedPicture(ctx, file)
  const path = `uploads/${createFileName(picture)}`
  await write(ctx, [insertUpload(ctx, path, userId)])
  await storePicture(ctx, path, picture)
  return { path }
}

export type UploadedPicture = { path: string; markerKey: string }

/** All that a person uploaded, avatars aside; of older pictures only a marker tells. */
export async function listUploads(ctx: Ctx, userId: UserId): Promise<UploadedPicture[]> {
  const { uploads } = await read(ctx, { uploads: selectUploadPathsOfMember({ userId }) })
  const paths = new Set(uploads.map(({ path }) => path))
  let cursor: string | undefined
  do {
    const page = await ctx.media.list({ prefix: toUploaderMarkerFolder(userId), cursor })
    for (const { key } of page.objects) paths.add(toUploadPath(key))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return [...paths].map((path) => ({ path, markerKey: toMarkerKey(userId, path) }))
}
