import { sql } from 'drizzle-orm'
import { readAndRecordAttempt, type Contributor, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { assertNotThrottled, recordAttempt } from '#worker/features/accounts/throttle.ts'
import { AppError } from '#worker/api/errors.ts'
import type { PictureInput, UploadView } from './contract.ts'
import { randomFileName, readUploadedPicture, storePicture, uploadLimit } from './store-picture.ts'

/**
 * Beside each upload the bucket holds an empty object that names who uploaded it: never served, so
 * that the address of a picture tells nothing about the person.
 */
export const uploadersFolder = 'uploaders/'

function uploaderFolder(userId: UserId): string {
  return `${uploadersFolder}${userId}/`
}

/** The picture that such an object is about. */
export function uploadPathOf(markerKey: string): string {
  return `uploads/${markerKey.slice(markerKey.lastIndexOf('/') + 1)}`
}

const selectVerified = prepare(({ userId }: Params<{ userId: UserId }>) =>
  first(
    select(
      { id: users.id },
      sql`from ${users} where ${users.id} = ${userId} and ${users.emailVerifiedAt} is not null`,
    ),
  ),
)

/**
 * Stores a picture for an event, a group or an article. What nothing shows a day later is swept.
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
  const name = randomFileName(picture)
  await ctx.media.put(`${uploaderFolder(userId)}${name}`, '')
  await storePicture(ctx, `uploads/${name}`, picture)
  return { path: `uploads/${name}` }
}

export type UploadedPicture = { path: string; markerKey: string }

/** All that a person uploaded, avatars aside. */
export async function listUploads({ media }: Ctx, userId: UserId): Promise<UploadedPicture[]> {
  const prefix = uploaderFolder(userId)
  const uploads: UploadedPicture[] = []
  let cursor: string | undefined
  do {
    const page = await media.list({ prefix, cursor })
    uploads.push(
      ...page.objects.map(({ key }) => ({
        path: uploadPathOf(key),
        markerKey: key,
      })),
    )
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return uploads
}
