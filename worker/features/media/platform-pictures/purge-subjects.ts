import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { PublicChange } from '#worker/caching/cache-tags.ts'
import { streamingAccounts } from '#worker/db/schema/directory.ts'
import { select } from '#worker/db/statement.ts'
import { queuePurge } from '#worker/caching/purge.ts'

type PictureSubject = { kind: 'channel' | 'game' | 'event'; platform: Platform; subject: string }

export async function purgePictureSubjectCaches(
  ctx: Ctx,
  subjects: readonly PictureSubject[],
): Promise<void> {
  if (subjects.length === 0) return
  const channels = subjects.filter(({ kind }) => kind === 'channel')
  const { owners } = await read(ctx, {
    owners: select(
      { id: streamingAccounts.streamerId },
      sql`from json_each(${JSON.stringify(channels)}) k cross join ${streamingAccounts}
        on ${streamingAccounts.platform} = k.value ->> 'platform'
          and ${streamingAccounts.nameKey} = k.value ->> 'subject'`,
    ),
  })
  const changes: PublicChange[] = owners.map(({ id }) => ({ type: 'streamer', id }))
  for (const { kind, subject } of subjects) {
    if (kind !== 'channel') changes.push({ type: kind, id: Number(subject) })
  }
  if (changes.length > 0) await queuePurge(ctx, ...changes)
}
