import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import { platformPictures } from '#worker/db/schema/live.ts'
import { buildSetSql, excluded, insert, jsonField, jsonRows } from '#worker/db/writes.ts'

/** `url` null: the platform has no picture of it, or knows nothing of it. */
export type PictureSource = {
  subject: string
  url: string | null
  platformId?: string
  /** Time when the platform is to be asked again; channels are asked after with all else. */
  askAt?: number
}

type PictureKind = 'channel' | 'game' | 'event'

function pictureSourceField<Value>(name: keyof PictureSource): SQL<Value> {
  return jsonField<Value>(name)
}

/** Without an address the copy is no longer shown. What was removed on request stays so. */
export function savePictureSources(
  { now }: Pick<Ctx, 'now'>,
  { kind, platform }: { kind: PictureKind; platform: Platform },
  sources: readonly PictureSource[],
): Statement<{ isDue: boolean }[]> {
  const { sourceUrl, path, digest, fetchAt, failures, removedAt } = platformPictures
  const next = excluded(sourceUrl)
  const isSame = sql`${next} is ${sourceUrl}`
  return insert(
    platformPictures,
    {
      kind,
      platform,
      subject: pictureSourceField<string>('subject'),
      platformId: pictureSourceField<string | null>('platformId'),
      sourceUrl: pictureSourceField<string | null>('url'),
      askAt: pictureSourceField<number | null>('askAt'),
      fetchAt: sql<number | null>`iif(${pictureSourceField('url')} is null, null, ${now})`,
    },
    {
      from: jsonRows(sources),
      onConflict: sql`do update set ${buildSetSql(platformPictures, {
        platformId: sql<
          string | null
        >`coalesce(${excluded(platformPictures.platformId)}, ${platformPictures.platformId})`,
        sourceUrl: next,
        askAt: excluded(platformPictures.askAt),
        path: sql<string | null>`iif(${next} is null, null, ${path})`,
        digest: sql<string | null>`iif(${next} is null, null, ${digest})`,
        fetchAt: sql<number | null>`case when ${next} is null or ${removedAt} is not null then null
          when ${isSame} then ${fetchAt} else ${now} end`,
        failures: sql<number>`iif(${isSame}, ${failures}, 0)`,
      })}`,
      returning: { isDue: booleanSql(sql`coalesce(${fetchAt} <= ${now}, 0)`) },
    },
  )
}

export async function queuePictureFetch(
  ctx: Ctx,
  saved: readonly { isDue: boolean }[],
): Promise<void> {
  if (saved.some(({ isDue }) => isDue)) await ctx.send([{ type: 'fetch_pictures' }])
}
