import { sql, type GetColumnData } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type Moderator } from '#worker/context.ts'
import type { StreamerId, UserId } from '#worker/contracts/ids.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { eventParticipants, participationAnswers } from '#worker/db/schema/events.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { alias } from '#worker/db/write-sql.ts'
import { inOrder, type Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { remove, update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import {
  mergeableStreamer,
  buildCommonMergeStatements,
  type Merge,
  type MergeStatements,
} from '#worker/features/directory/merging.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import {
  selectExistingStreamer,
  toAdminStreamer,
  selectAdminStreamer,
  type AdminStreamerRow,
} from './admin-streamer-rows.ts'
import type { AdminStreamer } from './contract.ts'

const gone = alias(streamers, 'gone')
const theirs = alias(eventParticipants, 'theirs')

type InheritedColumn =
  | 'platformFollowers'
  | 'avatarPath'
  | 'bannerPath'
  | 'bio'
  | 'featuredAt'
  | 'language'
  | 'unlistedAt'

function inheritColumnSql<Name extends InheritedColumn>(
  name: Name,
  from: Merge<StreamerId>['from'],
) {
  return sql<GetColumnData<(typeof streamers)[Name]>>`coalesce(${streamers[name]},
    (select ${gone[name]} from ${gone} where ${gone.id} = ${from}))`
}

/** A report by a member who reported both stays where it is. */
function moveOpenReports({ from, into, when }: Merge<StreamerId>): Statement {
  const { subjectType, subjectId, decidedAt } = reports
  const isOpen = sql`${equals(subjectType, 'streamer')} and ${subjectId} = ${from}
    and ${decidedAt} is null`
  return update(reports, { subjectId: into }, { or: 'ignore', where: sql`${isOpen} and ${when}` })
}

export function streamerMergeStatements(merge: Merge<StreamerId>): MergeStatements {
  const { from, into, when } = merge
  const { moves, removed } = buildCommonMergeStatements(mergeableStreamer, merge)
  return {
    moves: inOrder([
      update(
        streamingAccounts,
        { streamerId: into },
        { where: sql`${streamingAccounts.streamerId} = ${from} and ${when}` },
      ),
      // Sources of one's own channels and those that moderators follow.
      update(
        scheduleSources,
        { streamerId: into },
        { where: sql`${scheduleSources.streamerId} = ${from} and ${when}` },
      ),
      moveOpenReports(merge),
      // First, so that who removed themselves stays off the event under either entry.
      update(
        participationAnswers,
        { streamerId: into },
        {
          or: 'ignore',
          where: sql`${participationAnswers.streamerId} = ${from} and ${when}`,
        },
      ),
      // A double participation counts once.
      remove(eventParticipants, {
        where: sql`${eventParticipants.streamerId} = ${from} and ${when}
          and ${eventParticipants.eventId} in
            (select ${theirs.eventId} from ${theirs} where ${theirs.streamerId} = ${into})`,
      }),
      update(
        eventParticipants,
        { streamerId: into },
        { where: sql`${eventParticipants.streamerId} = ${from} and ${when}` },
      ),
      update(
        streamers,
        {
          platformFollowers: inheritColumnSql('platformFollowers', from),
          avatarPath: inheritColumnSql('avatarPath', from),
          bannerPath: inheritColumnSql('bannerPath', from),
          bio: inheritColumnSql('bio', from),
          links: sql<string[]>`iif(${streamers.links} <> '[]', ${streamers.links},
            (select ${gone.links} from ${gone} where ${gone.id} = ${from}))`,
          featuredAt: inheritColumnSql('featuredAt', from),
          language: inheritColumnSql('language', from),
          unlistedAt: inheritColumnSql('unlistedAt', from),
        },
        { where: sql`${streamers.id} = ${into} and ${when}` },
      ),
      moves,
    ]),
    removed,
  }
}

/** @throws AppError `streamer_not_found`, `streamers_of_two_members` */
export async function mergeStreamers(
  ctx: Ctx<Moderator>,
  { from, into }: { from: StreamerId; into: StreamerId },
): Promise<AdminStreamer> {
  const { merged, survivor } = await read(ctx, {
    merged: selectAdminStreamer(from),
    survivor: selectAdminStreamer(into),
  })
  if (from === into)
    throw validationError([{ path: 'into', msg: validationRuleText('merge_itself', ctx.locale) }])
  if (!merged || !survivor) throw new AppError('not_found', 'streamer_not_found')
  if (merged.userId && survivor.userId) {
    throw new AppError('conflict', 'streamers_of_two_members')
  }
  const isUnchanged = ({ id, userId }: AdminStreamerRow) =>
    sql`exists (select 1 from ${streamers}
      where ${streamers.id} = ${id} and ${streamers.userId} is ${userId})`
  // Each only while both are there and no other merge has changed who stands behind them.
  const when = sql`${isUnchanged(merged)} and ${isUnchanged(survivor)}`
  const { moves, removed } = streamerMergeStatements({ from, into, when })
  // Only once the other is gone: a member stands behind one streamer.
  const owner = update(
    streamers,
    { userId: sql<UserId | null>`coalesce(${streamers.userId}, ${merged.userId})` },
    { where: sql`${streamers.id} = ${into}` },
  )
  const { display_name: name } = merged
  const entry = { act: 'merge', subject: 'streamer', id: into, from: name } as const
  const { merge, after } = await writeInOrder(ctx, {
    moves,
    merge: auditChange(ctx, removed, { ...entry, to: survivor.display_name }, { owner }),
    after: selectExistingStreamer(into),
  })
  if (!merge.hasChanged) throw new AppError('not_found', 'streamer_not_found')
  await queuePurge(ctx, { type: 'streamer', id: from }, { type: 'streamer', id: into })
  return toAdminStreamer(after)
}
