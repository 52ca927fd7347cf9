import { read, write, type Contributor, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contract.ts'
import { assertOpen, knock, watchDoor } from '#worker/features/accounts/throttle.ts'
import type { PictureInput, UploadView } from './contract.ts'
import { newName, pictureOf, storePicture, uploadDoor } from './store-picture.ts'

/**
 * Beside each upload the bucket holds an empty object that names who uploaded it: never served, so
 * that the address of a picture tells nothing about the person.
 */
function uploaderFolder(userId: UserId): string {
  return `uploaders/${userId}/`
}

/** Stores a picture for an event, a group or an article. */
export async function uploadPicture(
  ctx: Ctx<Contributor>,
  { file }: PictureInput,
): Promise<UploadView> {
  const { userId } = ctx.actor
  const door = uploadDoor(userId)
  const [[opening]] = await read(ctx, [watchDoor(ctx, door)])
  assertOpen(ctx, opening)
  const picture = await pictureOf(ctx, file)
  const name = newName(picture)
  await ctx.media.put(`${uploaderFolder(userId)}${name}`, '')
  await storePicture(ctx, `uploads/${name}`, picture)
  await write(ctx, knock(ctx, door))
  return { path: `uploads/${name}` }
}

export type Uploaded = { path: string; markerKey: string }

/** All that a person uploaded, avatars aside. */
export async function listUploads({ media }: Ctx, userId: UserId): Promise<Uploaded[]> {
  const prefix = uploaderFolder(userId)
  const uploads: Uploaded[] = []
  let cursor: string | undefined
  do {
    const page = await media.list({ prefix, cursor })
    uploads.push(
      ...page.objects.map(({ key }) => ({
        path: `uploads/${key.slice(prefix.length)}`,
        markerKey: key,
      })),
    )
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return uploads
}
