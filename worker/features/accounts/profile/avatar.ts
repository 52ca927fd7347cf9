import { sql } from 'drizzle-orm'
import {
  readAndRecordAttempt,
  write,
  writeInOrder,
  type Ctx,
  type Member,
} from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { assertNotThrottled, recordAttempt } from '#worker/request/attempt-limits.ts'
import {
  buildProfileCompletionReward,
  rewardProfileCompletion,
} from '#worker/features/gamification/ledger/completion.ts'
import { AppError } from '#worker/api/errors.ts'
import { queueMediaRemoval } from '#worker/features/media/uploads/remove-media.ts'
import {
  createFileName,
  readUploadedPicture,
  storePicture,
  uploadLimit,
} from '#worker/features/media/uploads/store-picture.ts'
import { insertUpload } from '#worker/features/media/uploads/upload-rows.ts'
import type { PictureInput } from '#worker/features/media/uploads/contract.ts'
import type { AvatarUpdateView, AvatarView } from './contract.ts'

const selectAvatar = prepareMemberRow({ path: users.avatarPath })

const setPath = prepare(({ userId, path }: Params<{ userId: UserId; path: string | null }>) =>
  update(users, { avatarPath: path }, { where: sql`${users.id} = ${userId}` }),
)

function buildAvatarReplacement({ actor }: Ctx<Member>, path: string | null) {
  return { before: selectAvatar(actor), after: setPath({ userId: actor.userId, path }) }
}

export async function setAvatar(
  ctx: Ctx<Member>,
  { file }: PictureInput,
): Promise<AvatarUpdateView> {
  const attempt = await readAndRecordAttempt(ctx, recordAttempt(ctx, uploadLimit(ctx.actor.userId)))
  assertNotThrottled(ctx, attempt)
  const picture = await readUploadedPicture(ctx, file)
  const path = `avatars/${createFileName(picture)}`
  await storePicture(ctx, path, picture)
  const { avatar, completion } = await writeInOrder(ctx, {
    avatar: buildAvatarReplacement(ctx, path),
    stored: insertUpload(ctx, path),
    completion: rewardProfileCompletion(ctx, ctx.actor.userId),
  }).catch(async (error: unknown) => {
    // The session ended meanwhile: nothing names the file, and nobody else would remove it.
    if (error instanceof AppError) await queueMediaRemoval(ctx, [path])
    throw error
  })
  await queueOldAvatarRemoval(ctx, avatar.before)
  const [earnedXp, memberProgress] = completion
  return { avatar_path: path, ...buildProfileCompletionReward(ctx, earnedXp, memberProgress) }
}

export async function removeAvatar(ctx: Ctx<Member>): Promise<AvatarView> {
  const { before } = await write(ctx, buildAvatarReplacement(ctx, null))
  await queueOldAvatarRemoval(ctx, before)
  return { avatar_path: null }
}

async function queueOldAvatarRemoval(
  ctx: Ctx,
  previousAvatar: { path: string | null } | undefined,
): Promise<void> {
  if (previousAvatar?.path) await queueMediaRemoval(ctx, [previousAvatar.path])
}
