import { readResourceNames } from '#local/cloudflare/resource-names.ts'
import type { LocalDatabase } from '#local/database.ts'
import { openConfiguredDatabase } from '#local/open-here.ts'
import { UserError } from '#local/reason.ts'
import { resolveDataDir } from '#local/settings.ts'
import { openLocalMedia, type MediaStore } from './media-store.ts'
import { createS3MediaStore } from './s3-media-store.ts'

export type BackupSources = {
  db: LocalDatabase
  media: MediaStore | undefined
  close(): Promise<void>
}

type EnvironmentVariables = Record<string, string | undefined>

export async function openBackupSources(
  { isWithoutMedia }: { isWithoutMedia: boolean },
  env: EnvironmentVariables = process.env,
): Promise<BackupSources> {
  const bucket = env.DATABASE_URL && !isWithoutMedia ? createS3Store(env) : undefined
  const { db, close } = await openConfiguredDatabase(env)
  if (bucket || isWithoutMedia) return { db, media: bucket, close }
  const media = await openLocalMedia(resolveDataDir(env))
  return {
    db,
    media: media.store,
    async close() {
      await media.close()
      await close()
    },
  }
}

function createS3Store(env: EnvironmentVariables): MediaStore {
  const { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_KEY_ID: id, MEDIA_S3_SECRET: secret } = env
  if (!endpoint || !id || !secret) {
    throw new UserError(
      'MEDIA_S3_ENDPOINT, MEDIA_S3_KEY_ID and MEDIA_S3_SECRET name the bucket; without it: --without-media',
    )
  }
  const bucket = env.MEDIA_S3_BUCKET || readResourceNames().bucket
  return createS3MediaStore({ endpoint: endpoint.replace(/\/+$/, ''), bucket, key: { id, secret } })
}
