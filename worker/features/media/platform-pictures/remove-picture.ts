import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { inOrder, type Statement } from '#worker/db/client.ts'
import { notNullable } from '#worker/db/row.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { platformPictures } from '#worker/db/schema/live.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { buildSetSql, excluded, insert, remove, update } from '#worker/db/writes.ts'
import { queueMediaRemoval } from '#worker/features/media/uploads/remove-media.ts'
import type { GameId, UserId } from '#worker/contracts/ids.ts'
import { featurePlatforms } from '#worker/contracts/platforms.ts'
import { equals } from '#worker/db/conditions.ts'

type RemovedBy = 'team' | 'owner'
/** `from`: the rows that the other two are columns of, where they are no values. */
type PictureSubject = {
  kind: 'channel' | 'game'
  platform: SQL<Platform> | Platform
  subject: SQL<string> | string
  from?: SQL
  /** Asked in the same transaction. */
  when?: SQL
}
type StoredPathStatement = Statement<{ path: string }[]>
type ChangedSubjectsStatement = Statement<{ subject: string }[]>

const p = alias(platformPictures, 'p')
const { kind, platform, subject, path, removedAt, removedBy } = platformPictures

/** The object that a removal is to take out of the bucket; read before it. */
export function selectStoredPicturePath(of: PictureSubject): StoredPathStatement {
  const { from = sql`(select 1)`, when = sql`true` } = of
  return select(
    { path: notNullable(path) },
    sql`from ${from} cross join ${platformPictures} on ${kind} = ${of.kind}
      and ${platform} = ${of.platform} and ${subject} = ${of.subject}
      where ${path} is not null and ${when}`,
  )
}

const nothingStored = { path: null, digest: null, fetchAt: null } as const

/** Also where nothing was copied yet. The team's word stands over the owner's. */
export function removePicture(
  { now }: Pick<Ctx, 'now'>,
  by: RemovedBy,
  { when = sql`true`, ...of }: PictureSubject,
): ChangedSubjectsStatement {
  return insert(
    platformPictures,
    {
      kind: of.kind,
      platform: of.platform,
      subject: of.subject,
      removedAt: now,
      removedBy: by,
    },
    {
      ...(of.from && { from: of.from }),
      where: when,
      onConflict: sql`do update set ${buildSetSql(platformPictures, {
        ...nothingStored,
        askAt: null,
        removedAt: excluded(removedAt),
        removedBy: excluded(removedBy),
      })} where ${removedAt} is null
        or ${excluded(removedBy)} = 'team' and ${removedBy} = 'owner'`,
      returning: { subject },
    },
  )
}

/** An owner allows again only what an owner removed. */
export function allowPicture(
  { now }: Pick<Ctx, 'now'>,
  by: RemovedBy,
  of: PictureSubject,
): ChangedSubjectsStatement {
  const { when = sql`true` } = of
  return update(
    platformPictures,
    {
      removedAt: null,
      removedBy: null,
      fetchAt: sql<number | null>`iif(${platformPictures.sourceUrl} is null, null, ${now})`,
      askAt: sql<number | null>`iif(${kind} = 'channel', null, ${now})`,
    },
    {
      where: sql`${kind} = ${of.kind} and ${platform} = ${of.platform}
        and ${subject} = ${of.subject} and ${removedAt} is not null
        and (${by} = 'team' or ${removedBy} = 'owner') and ${when}`,
      returning: { subject },
    },
  )
}

/** Drops the copy of a channel that belongs to nobody any more; an event may bring it back. */
export function forgetChannelPicture(of: { platform: Platform; nameKey: string }): Statement {
  return remove(platformPictures, {
    where: sql`${kind} = 'channel' and ${platform} = ${of.platform}
      and ${subject} = ${of.nameKey} and ${removedAt} is null`,
  })
}

/** The verified channels of a member, for whom a removal also speaks after they left. */
export function verifiedChannelsOfMember(userId: SQL | UserId) {
  return {
    kind: 'channel' as const,
    platform: sql<Platform>`${streamingAccounts.platform}`,
    subject: sql<string>`${streamingAccounts.nameKey}`,
    from: sql`${streamingAccounts}`,
    when: sql`${streamingAccounts.verifiedAt} is not null and ${streamingAccounts.streamerId} in
      (select ${streamers.id} from ${streamers} where ${streamers.userId} = ${userId})`,
  }
}

/** A removal under one name holds under the other. */
export function renameChannelPicture(
  of: { platform: Platform; nameKey: string },
  key: string,
  when: SQL,
): Statement[] {
  const isOf = (name: string) =>
    sql`${kind} = 'channel' and ${platform} = ${of.platform} and ${subject} = ${name}`
  return [
    remove(platformPictures, {
      where: sql`${isOf(key)} and ${removedAt} is null and ${when}`,
    }),
    update(
      platformPictures,
      { subject: key },
      { or: 'ignore', where: sql`${isOf(of.nameKey)} and ${when}` },
    ),
  ]
}

export function moveGamePicture(merge: { from: GameId; into: GameId }, when: SQL) {
  const isOf = (id: GameId) => sql`${kind} = 'game' and ${subject} = ${String(id)}`
  const hasPicture = sql`exists (select 1 from ${p} where ${p.kind} = 'game'
    and ${equals(p.platform, featurePlatforms.gamePictures)} and ${p.subject} = ${String(merge.from)} and ${p.path} is not null)`
  return inOrder([
    remove(platformPictures, {
      where: sql`${isOf(merge.into)} and ${path} is null and ${removedAt} is null
        and ${hasPicture} and ${when}`,
    }),
    update(
      platformPictures,
      { subject: String(merge.into) },
      { or: 'ignore', where: sql`${isOf(merge.from)} and ${path} is not null and ${when}` },
    ),
  ])
}

/** After the write: removes the file from the bucket and the edge, or fetches it again. */
export async function finishPictureChange(
  ctx: Ctx,
  { stored, isShown }: { stored: readonly { path: string }[]; isShown: boolean },
): Promise<void> {
  if (isShown) await ctx.send([{ type: 'fetch_pictures' }])
  else
    await queueMediaRemoval(
      ctx,
      stored.map(({ path: key }) => key),
    )
}
