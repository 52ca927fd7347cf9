import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { deals } from '#worker/db/schema/deals.ts'
import { eventGroups, games, streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { platformPictures } from '#worker/db/schema/live.ts'
import { uploads } from '#worker/db/schema/media.ts'
import { prepare, queryRows, select, type Params } from '#worker/db/statement.ts'
import { excluded, insert, jsonField, jsonRows, remove, update } from '#worker/db/writes.ts'

export const platformPicturesFolder = 'platforms/'

/** The uploader may still be writing the text that shows it: drafts are kept for days. */
const spareMs = 7 * dayMs

function isPlatformPicturePath(path: string): boolean {
  return path.startsWith(platformPicturesFolder)
}

/** The worker names what it copied a moment later. */
function computeFirstCheckAt(path: string, storedAt: number): number {
  return storedAt + (isPlatformPicturePath(path) ? hourMs : spareMs)
}

/** Precedes the file, or is written with what shows it: a file without a row is never removed. */
export function insertUpload({ now }: Ctx, path: string, userId: UserId | null = null): Statement {
  return insert(
    uploads,
    { path, userId, createdAt: now, checkAt: computeFirstCheckAt(path, now) },
    { onConflict: sql`do nothing` },
  )
}

export type StoredObject = { path: string; userId: number | null; storedAt: number }

export function insertListedObjects(objects: StoredObject[]): Statement {
  const rows = objects.map((storedObject) => ({
    ...storedObject,
    checkAt: computeFirstCheckAt(storedObject.path, storedObject.storedAt),
  }))
  return insert(
    uploads,
    {
      path: jsonField<string>('path'),
      userId: sql<UserId | null>`(select ${users.id} from ${users}
        where ${users.id} = ${jsonField('userId')})`,
      createdAt: jsonField<number>('storedAt'),
      checkAt: jsonField<number>('checkAt'),
    },
    {
      from: jsonRows(rows),
      onConflict: sql`(path) do update set user_id =
        coalesce(${uploads.userId}, ${excluded(uploads.userId)})`,
    },
  )
}

export function removeUploadRows(keys: string[]): Statement {
  return remove(uploads, {
    where: sql`${uploads.path} in (select value from json_each(${JSON.stringify(keys)}))`,
  })
}

type DueUploadsParams = { now: number; nextAt: number; nextOfPlatformAt: number; limit: number }

export const takeDueUploads = prepare(
  ({ now, nextAt, nextOfPlatformAt, limit }: Params<DueUploadsParams>) =>
    update(
      uploads,
      {
        checkAt: sql<number>`iif(${uploads.path} glob 'platforms/*', ${nextOfPlatformAt}, ${nextAt})`,
      },
      {
        where: sql`${uploads.path} in (select ${uploads.path} from ${uploads}
        where ${uploads.checkAt} <= ${now} order by ${uploads.checkAt} limit ${limit})`,
        returning: { path: uploads.path, userId: uploads.userId },
      },
    ),
)

export const selectUploadPathsOfMember = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select({ path: uploads.path }, sql`from ${uploads} where ${uploads.userId} = ${userId}`),
)

/** Every column that says where a stored picture is. */
const pictureColumns = [
  events.thumbnailPath,
  users.avatarPath,
  streamers.avatarPath,
  streamers.bannerPath,
  eventGroups.thumbnailPath,
  games.thumbnailPath,
  articles.coverPath,
  deals.imagePath,
  platformPictures.path,
]

export function selectPicturePathsInUse(_ctx: Ctx, paths: string[]): Statement<{ path: string }[]> {
  const stored = sql`json_each(${JSON.stringify(paths)})`
  const inColumns = pictureColumns.map(
    (column) =>
      sql`select ${column} as path from ${column.table} where ${column} in (select value from ${stored})`,
  )
  // Texts of articles hold pictures too; only those that no column names are looked up there.
  return queryRows(
    { path: sql<string>`path` },
    sql`with named as materialized (${sql.join(inColumns, sql` union all `)})
      select path from named union all
      select value from ${stored} stored join ${articles}
        on instr(${articles.markdown}, stored.value) > 0
        where stored.value like 'uploads/%' and stored.value not in (select path from named)`,
  )
}
