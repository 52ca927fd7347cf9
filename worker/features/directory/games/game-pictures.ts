import { sql } from 'drizzle-orm'
import { write, type Ctx, type Moderator } from '#worker/context.ts'
import type { GameId } from '#worker/contracts/ids.ts'
import { featurePlatforms } from '#worker/contracts/platforms.ts'
import { games } from '#worker/db/schema/directory.ts'
import {
  allowPicture,
  finishPictureChange,
  removePicture,
  selectStoredPicturePath,
} from '#worker/features/media/platform-pictures/remove-picture.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { selectExistingGame, toAdminGame } from './admin-games.ts'
import type { AdminGame } from './contract.ts'

/** @throws AppError `game_not_found` */
export async function showGamePicture(
  ctx: Ctx<Moderator>,
  id: GameId,
  isShown: boolean,
): Promise<AdminGame> {
  const when = sql`exists (select 1 from ${games} where ${games.id} = ${id})`
  const picture = {
    kind: 'game',
    platform: featurePlatforms.gamePictures,
    subject: String(id),
    when,
  } as const
  const { stored, changed, after } = await write(ctx, {
    stored: selectStoredPicturePath(picture),
    changed: auditChange(
      ctx,
      isShown ? allowPicture(ctx, 'team', picture) : removePicture(ctx, 'team', picture),
      { act: isShown ? 'show_picture' : 'remove_picture', subject: 'game', id },
    ),
    after: selectExistingGame(id),
  })
  const game = toAdminGame(after)
  if (changed.hasChanged) {
    await finishPictureChange(ctx, { stored, isShown })
    await queuePurge(ctx, { type: 'game', id })
  }
  return game
}
