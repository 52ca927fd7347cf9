import { openLocalDatabase, serveDatabase, type LocalDatabase } from '#local/database.ts'
import { UserError } from '#local/reason.ts'
import { openSecrets } from '#local/secrets.ts'
import { readDataDir } from '#local/settings.ts'
import { openLocalMedia, type MediaStore } from './media-store.ts'
import { s3Store } from './s3-media-store.ts'

/** What is backed up or restored: the deployment that the environment names, or the data folder. */
export type Sources = {
  db: LocalDatabase
  media: MediaStore | undefined
  close(): Promise<void>
}

type Variables = Record<string, string | undefined>

export async function openSources(
  { isWithoutMedia }: { isWithoutMedia: boolean },
  env: Variables = process.env,
): Promise<Sources> {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = env
  if (url) {
    const media = isWithoutMedia ? undefined : readBucket(env)
    return { db: openLocalDatabase({ url, authToken }), media, close: () => Promise.resolve() }
  }
  const dataDir = readDataDir(env)
  const token = openSecrets(dataDir).database
  const server = await serveDatabase(dataDir, token)
  const media = isWithoutMedia ? undefined : await openLocalMedia(dataDir)
  return {
    db: openLocalDatabase({ url: server.url, authToken: token }),
    media: media?.store,
    async close() {
      await media?.close()
      await server.close()
    },
  }
}

function readBucket(env: Variables): MediaStore {
  const { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_KEY_ID: id, MEDIA_S3_SECRET: secret } = env
  if (!endpoint || !id || !secret) {
    throw new UserError(
      'MEDIA_S3_ENDPOINT, MEDIA_S3_KEY_ID and MEDIA_S3_SECRET name the bucket; without it: --without-media',
    )
  }
  const bucket = env.MEDIA_S3_BUCKET || 'hypecal-media'
  return s3Store({ endpoint: endpoint.replace(/\/+$/, ''), bucket, key: { id, secret } })
}
