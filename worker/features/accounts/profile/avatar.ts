import { sql } from 'drizzle-orm'
import { readCounting, write, type Ctx, type Member } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { assertNotThrottled, recordAttempt } from '#worker/features/accounts/throttle.ts'
import {
  profileCompletionInfo,
  earnProfileCompletion,
} from '#worker/features/gamification/ledger/completion.ts'
import { AppError } from '#worker/api/errors.ts'
import { removeMediaSoon } from '#worker/features/media/uploads/remove-media.ts'
import {
  newName,
  pictureOf,
  storePicture,
  uploadLimit,
} from '#worker/features/media/uploads/store-picture.ts'
import type { PictureInput } from '#worker/features/media/uploads/contract.ts'
import type { AvatarChanged, AvatarView } from './contract.ts'

type Replaced = { path: string | null }

/** The path that stood before, and the one that stands now, in one transaction. */
function replaceAvatar({ db, actor }: Ctx<Member>, path: string | null) {
  return [
    rows<Replaced>(db, sql`select avatar_path as path from users where id = ${actor.userId}`),
    rows(db, sql`update users set avatar_path = ${path} where id = ${actor.userId}`),
  ] as const
}

/** Sets the member's picture; the file of the one before is removed. */
export async function setAvatar(ctx: Ctx<Member>, { file }: PictureInput): Promise<AvatarChanged> {
  const [[opening]] = await readCounting(ctx, recordAttempt(ctx, uploadLimit(ctx.actor.userId)))
  assertNotThrottled(ctx, opening)
  const picture = await pictureOf(ctx, file)
  const path = `avatars/${newName(picture)}`
  await storePicture(ctx, path, picture)
  const [[before], , earned, standing] = await write(ctx, [
    ...replaceAvatar(ctx, path),
    ...earnProfileCompletion(ctx, ctx.actor.userId),
  ]).catch(async (error: unknown) => {
    // The session ended meanwhile: nothing names the file, and nobody else would remove it.
    if (error instanceof AppError) await forgetFile(ctx, { path })
    throw error
  })
  await forgetFile(ctx, before ?? { path: null })
  return { avatar_path: path, ...profileCompletionInfo(ctx, earned, standing) }
}

export async function removeAvatar(ctx: Ctx<Member>): Promise<AvatarView> {
  const [[before]] = await write(ctx, replaceAvatar(ctx, null))
  await forgetFile(ctx, before ?? { path: null })
  return { avatar_path: null }
}

async function forgetFile(ctx: Ctx, { path }: Replaced): Promise<void> {
  if (path) await removeMediaSoon(ctx, [path])
}
