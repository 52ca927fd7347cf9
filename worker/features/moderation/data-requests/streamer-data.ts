import { sql, type SQL } from 'drizzle-orm'
import { write, type Admin, type Ctx, type Visitor } from '#worker/context.ts'
import { dayMs, minuteMs } from '#worker/contracts/durations.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { a } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { accountTokens } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { eventParticipants, events, participationAnswers } from '#worker/db/schema/events.ts'
import { channels, eventBroadcasts, platformPictures } from '#worker/db/schema/live.ts'
import { optOuts } from '#worker/db/schema/opt-outs.ts'
import { assertExists, select } from '#worker/db/statement.ts'
import { insert, update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { createAccountToken } from '#worker/auth/mailed-tokens.ts'
import { AppError } from '#worker/api/errors.ts'
import { isLinkOpen } from '#worker/features/accounts/link-rights.ts'
import { pickColumns } from '#worker/features/accounts/profile/export-part.ts'
import {
  channelColumns,
  streamerColumns,
} from '#worker/features/accounts/profile/export-streamer-parts.ts'
import { toReadableLists } from '#worker/features/accounts/profile/export.ts'
import type { DataLinkView, StreamerDataView } from './contract.ts'

const linkLifetimeMs = 7 * dayMs

/**
 * A link for somebody who asked by mail and has no account: it belongs to the administrator who
 * passes it on, and is opened once.
 * @throws AppError `streamer_not_found`, `data_link_not_sent` again within a minute
 */
export async function createStreamerDataLink(
  ctx: Ctx<Admin>,
  streamerId: StreamerId,
): Promise<DataLinkView> {
  const { id, token } = createAccountToken(ctx.config.JWT_SECRET)
  const expiresAt = ctx.now + linkLifetimeMs
  const { made } = await write(ctx, {
    streamer: assertExists(streamers, sql`${streamers.id} = ${streamerId}`, 'streamer_not_found'),
    made: auditChange(
      ctx,
      insert(
        accountTokens,
        {
          id,
          userId: ctx.actor.userId,
          kind: 'streamer_data',
          hash: sha256(token),
          email: '',
          createdAt: ctx.now,
          expiresAt,
          pendingAction: sql<string>`'streamer ' || ${streamers.id}`,
        },
        {
          from: sql`${streamers}`,
          where: sql`${streamers.id} = ${streamerId} and not exists (select 1 from ${accountTokens}
            where ${accountTokens.pendingAction} = 'streamer ' || ${streamers.id}
              and ${accountTokens.createdAt} > ${ctx.now - minuteMs})`,
        },
      ),
      { act: 'send_data', subject: 'streamer', id: streamerId },
    ),
  })
  if (!made.hasChanged) throw new AppError('conflict', 'data_link_not_sent')
  return {
    url: `${ctx.config.SITE_URL}/auth/streamer-data/${token}`,
    expires_at: toInstant(expiresAt),
  }
}

function selectStreamerData(id: SQL) {
  const ofChannel = (table: typeof channels | typeof eventBroadcasts | typeof optOuts) =>
    sql`from ${a} join ${table} on ${table.platform} = ${a.platform}
      and ${table.nameKey} = ${a.nameKey} where ${a.streamerId} = ${id}`
  return {
    streamer: select(
      { ...streamerColumns, ...pickColumns(streamers, 'source') },
      sql`from ${streamers} where ${streamers.id} = ${id}`,
    ),
    channels: select(
      channelColumns,
      sql`from ${streamingAccounts} where ${streamingAccounts.streamerId} = ${id}`,
    ),
    opt_outs: select(
      pickColumns(optOuts, 'platform', 'nameKey', 'platformId', 'createdAt'),
      ofChannel(optOuts),
    ),
    platform_data: select(
      {
        ...pickColumns(channels, 'platform', 'nameKey', 'platformId', 'title'),
        ...pickColumns(channels, 'platformFollowers', 'checkedAt', 'problem', 'newName'),
      },
      ofChannel(channels),
    ),
    broadcasts: select(
      {
        ...pickColumns(eventBroadcasts, 'eventId', 'platform', 'nameKey', 'isOnAir', 'streamId'),
        ...pickColumns(eventBroadcasts, 'title', 'since', 'viewers', 'vodUrl', 'seenAt'),
      },
      ofChannel(eventBroadcasts),
    ),
    participations: select(
      {
        ...pickColumns(events, 'slug', 'name'),
        ...pickColumns(eventParticipants, 'displayName', 'platform', 'account'),
      },
      sql`from ${eventParticipants} join ${events} on ${events.id} = ${eventParticipants.eventId}
        where ${eventParticipants.streamerId} = ${id}`,
    ),
    participation_answers: select(
      pickColumns(participationAnswers, 'eventId', 'answer', 'answeredAt', 'displayName'),
      sql`from ${participationAnswers} where ${participationAnswers.streamerId} = ${id}`,
    ),
    images: select(
      {
        ...pickColumns(platformPictures, 'platform', 'subject', 'path', 'sourceUrl'),
        ...pickColumns(platformPictures, 'checkedAt', 'removedAt', 'removedBy'),
      },
      sql`from ${a} join ${platformPictures} on ${platformPictures.kind} = 'channel'
        and ${platformPictures.platform} = ${a.platform}
        and ${platformPictures.subject} = ${a.nameKey} where ${a.streamerId} = ${id}`,
    ),
    decisions: select(
      pickColumns(auditEntries, 'action', 'fromState', 'toState', 'at'),
      sql`from ${auditEntries} where ${auditEntries.subjectType} = 'streamer'
        and ${auditEntries.subjectId} = ${id} order by ${auditEntries.id}`,
    ),
  } satisfies Record<Exclude<keyof StreamerDataView, 'exported_at'>, Statement<object[]>>
}

/** @throws AppError `bad_verification_token` once it was opened, or too late */
export async function openStreamerDataLink(
  ctx: Ctx<Visitor>,
  token: string,
): Promise<StreamerDataView> {
  const hash = sha256(token)
  const streamerId = sql`(select cast(substr(${accountTokens.pendingAction}, 10) as integer)
    from ${accountTokens} where ${accountTokens.hash} = ${hash})`
  const { opened, parts } = await write(ctx, {
    opened: update(
      accountTokens,
      { usedAt: ctx.now },
      {
        where: isLinkOpen({ hash, now: ctx.now }, 'streamer_data'),
        returning: { id: accountTokens.id },
      },
    ),
    parts: selectStreamerData(streamerId),
  })
  if (opened.length === 0) throw new AppError('invalid', 'bad_verification_token')
  return { exported_at: toInstant(ctx.now), ...toReadableLists(parts) }
}
