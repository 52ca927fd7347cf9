import { sql } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { insertListedObjects } from '#worker/features/media/uploads/upload-rows.ts'
import { a } from '#worker/db/aliases.ts'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { eventGroups, streamers } from '#worker/db/schema/directory.ts'
import { uploads } from '#worker/db/schema/media.ts'
import { select } from '#worker/db/statement.ts'
import { jsonField, jsonRows, update } from '#worker/db/writes.ts'
import { openLocalMedia } from './backup/media-store.ts'

const folder = new URL('demo/pictures/', import.meta.url)
const avatarPrefix = 'avatar-'

const mediaFolder = 'uploads/demo/'

function toPicturePath(name: string): string {
  return `${mediaFolder}${name}.webp`
}

export function toPosterPath(poster: string): string {
  return toPicturePath(`poster-${poster}`)
}

function listPictureNames(): string[] {
  return readdirSync(folder).flatMap((file) => /^(.+)\.webp$/.exec(file)?.[1] ?? [])
}

/** Puts what is missing into the media folder of `dataDir`, where the site must not be running. */
export async function storeDemoPictures(db: Database, dataDir: string, now: number): Promise<void> {
  const { stored } = await batch(db, 'read', {
    stored: select(
      { path: uploads.path },
      sql`from ${uploads} where ${uploads.path} glob ${`${mediaFolder}*`}`,
    ),
  })
  const storedPaths = new Set(stored.map(({ path }) => path))
  const missing = listPictureNames().filter((name) => !storedPaths.has(toPicturePath(name)))
  if (missing.length === 0) return
  const media = await openLocalMedia(dataDir)
  try {
    for (const name of missing) {
      const bytes = readFileSync(new URL(`${name}.webp`, folder))
      await media.store.write(toPicturePath(name), 'image/webp', bytes)
    }
  } finally {
    await media.close()
  }
  const objects = missing.map((name) => ({
    path: toPicturePath(name),
    userId: null,
    storedAt: now,
  }))
  await batch(db, 'write', [insertListedObjects(objects)])
}

/** Avatars are named after the account, without `demo_`; groups name their poster. */
export function showDemoPictures(): Statement[] {
  const avatars = listPictureNames()
    .filter((name) => name.startsWith(avatarPrefix))
    .map((name) => ({
      path: toPicturePath(name),
      account: `demo_${name.slice(avatarPrefix.length)}`,
    }))
  return [
    update(
      streamers,
      { avatarPath: jsonField<string>('path') },
      {
        from: sql`${jsonRows(avatars)} join ${a} on ${a.nameKey} = ${jsonField('account')}`,
        where: sql`${streamers.id} = ${a.streamerId} and ${streamers.avatarPath} is null`,
      },
    ),
    update(
      eventGroups,
      {
        thumbnailPath: sql<string>`${mediaFolder} || 'poster-' || (${eventGroups.source} ->> 'poster') || '.webp'`,
      },
      {
        where: sql`${eventGroups.source} ->> 'poster' is not null and ${eventGroups.thumbnailPath} is null`,
      },
    ),
  ]
}
