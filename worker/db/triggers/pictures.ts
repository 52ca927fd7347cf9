import { featurePlatforms } from '#worker/contracts/platforms.ts'
import { games } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { platformPictures } from '#worker/db/schema/live.ts'
import { uploads } from '#worker/db/schema/media.ts'
import { ddl, triggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'

const { kind, platform, subject, platformId, askAt, removedAt, path } = platformPictures
const oldEvent = triggerRow(events, 'old')
const newEvent = triggerRow(events, 'new')
const oldGame = triggerRow(games, 'old')
const newGame = triggerRow(games, 'new')
const oldPicture = triggerRow(platformPictures, 'old')
const newPicture = triggerRow(platformPictures, 'new')

const columns = ddl`${platformPictures} (${kind}, ${platform}, ${subject}, ${askAt})`
type IdRow = { id: string }
const eventPictureKey = ({ id }: IdRow) => ['event', featurePlatforms.videos, id] as const
const gamePictureKey = ({ id }: IdRow) => ['game', featurePlatforms.gamePictures, id] as const
type PictureKey = ReturnType<typeof eventPictureKey | typeof gamePictureKey>
const whereKeySql = ([ofKind, ofPlatform, id]: PictureKey) =>
  ddl`WHERE ${kind} = '${ofKind}' AND ${platform} = '${ofPlatform}' AND ${subject} = CAST(${id} AS text)`
const dueRowSql = ([ofKind, ofPlatform, id]: PictureKey) =>
  `'${ofKind}', '${ofPlatform}', CAST(${id} AS text), 0`
const hasVideo = `${newEvent.proofUrl} LIKE '%youtu%'`
const checkUpload = ddl`BEGIN UPDATE ${uploads} SET ${uploads.checkAt} = 0 WHERE ${uploads.path} = ${oldPicture.path}; END`

export const pictureTriggers: Triggers = {
  platform_pictures_event_insert: ddl`AFTER INSERT ON ${events} WHEN ${hasVideo} BEGIN
    INSERT OR IGNORE INTO ${columns} VALUES (${dueRowSql(eventPictureKey(newEvent))});
  END`,
  platform_pictures_event_update: ddl`AFTER UPDATE OF ${events.proofUrl} ON ${events}
    WHEN ${oldEvent.proofUrl} IS NOT ${newEvent.proofUrl} BEGIN
      DELETE FROM ${platformPictures} ${whereKeySql(eventPictureKey(newEvent))};
      INSERT INTO ${columns} SELECT ${dueRowSql(eventPictureKey(newEvent))} WHERE ${hasVideo};
    END`,
  platform_pictures_event_delete: ddl`AFTER DELETE ON ${events} BEGIN
    DELETE FROM ${platformPictures} ${whereKeySql(eventPictureKey(oldEvent))};
  END`,
  platform_pictures_game_insert: ddl`AFTER INSERT ON ${games} BEGIN
    INSERT OR IGNORE INTO ${columns} VALUES (${dueRowSql(gamePictureKey(newGame))});
  END`,
  platform_pictures_game_rename: ddl`AFTER UPDATE OF ${games.nameKey} ON ${games}
    WHEN ${oldGame.nameKey} IS NOT ${newGame.nameKey} BEGIN
      UPDATE ${platformPictures} SET ${askAt} = iif(${removedAt} IS NULL, 0, NULL), ${platformId} = NULL ${whereKeySql(gamePictureKey(newGame))};
    END`,
  platform_pictures_game_delete: ddl`AFTER DELETE ON ${games} BEGIN
    DELETE FROM ${platformPictures} ${whereKeySql(gamePictureKey(oldGame))};
  END`,
  uploads_after_picture_update: ddl`AFTER UPDATE OF ${path} ON ${platformPictures}
    WHEN ${oldPicture.path} IS NOT NULL AND ${newPicture.path} IS NOT ${oldPicture.path} ${checkUpload}`,
  uploads_after_picture_delete: ddl`AFTER DELETE ON ${platformPictures} WHEN ${oldPicture.path} IS NOT NULL ${checkUpload}`,
}
