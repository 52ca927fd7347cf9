import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { uploadListings } from '#worker/db/schema/media.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import { insertListedObjects, platformPicturesFolder, type StoredObject } from './upload-rows.ts'
import { parseUploaderId, uploaderMarkersFolder, toUploadPath } from './uploader-markers.ts'

type ListedObject = { key: string; uploaded: Date }

function toStoredPicture({ key, uploaded }: ListedObject): StoredObject {
  return { path: key, userId: null, storedAt: uploaded.getTime() }
}

function toStoredUpload({ key, uploaded }: ListedObject): StoredObject {
  return { path: toUploadPath(key), userId: parseUploaderId(key), storedAt: uploaded.getTime() }
}

const folders: { prefix: string; toObject: (listed: ListedObject) => StoredObject }[] = [
  { prefix: 'uploads/', toObject: toStoredPicture },
  { prefix: 'avatars/', toObject: toStoredPicture },
  { prefix: platformPicturesFolder, toObject: toStoredPicture },
  { prefix: uploaderMarkersFolder, toObject: toStoredUpload },
]

/** Pages per hour of a thousand objects each. */
const pagesPerHour = 20

const selectListings = select(
  { folder: uploadListings.folder, cursor: uploadListings.cursor, doneAt: uploadListings.doneAt },
  sql`from ${uploadListings}`,
)

type ListingProgress = { folder: string; cursor: string | null; doneAt: number | null }

const saveListing = prepare(({ folder, cursor, doneAt }: Params<ListingProgress>) =>
  insert(
    uploadListings,
    { folder, cursor, doneAt },
    {
      onConflict: sql`(folder) do update set ${buildSetSql(uploadListings, {
        cursor: excluded(uploadListings.cursor),
        doneAt: excluded(uploadListings.doneAt),
      })}`,
    },
  ),
)

/** For pictures stored before they had rows: once, some pages of the bucket an hour. */
export async function backfillUploadRows(ctx: Ctx<System>): Promise<void> {
  const { listings } = await read(ctx, { listings: selectListings })
  let pages = 0
  for (const { prefix, toObject } of folders) {
    const storedListing = listings.find(({ folder }) => folder === prefix)
    if (storedListing?.doneAt) continue
    let cursor = storedListing?.cursor ?? undefined
    do {
      if (pages === pagesPerHour) return
      pages += 1
      const page = await ctx.media.list({ prefix, cursor })
      cursor = page.truncated ? page.cursor : undefined
      await write(ctx, [
        insertListedObjects(page.objects.map(toObject)),
        saveListing({
          folder: prefix,
          cursor: cursor ?? null,
          doneAt: cursor === undefined ? ctx.now : null,
        }),
      ])
    } while (cursor)
  }
}
