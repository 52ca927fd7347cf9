import { sql, type SQL } from 'drizzle-orm'
import { writeInOrder, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { inOrder, type Statement } from '#worker/db/client.ts'
import type { RowOf } from '#worker/db/row.ts'
import { events } from '#worker/db/schema/events.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { rateLimitCounters } from '#worker/db/schema/operations.ts'
import { select, selectFirst } from '#worker/db/statement.ts'
import { afterChange, remove, update } from '#worker/db/writes.ts'
import { clearLoginFailures } from '#worker/features/accounts/login.ts'
import { passwordRateLimitSubject } from '#worker/features/accounts/password.ts'
import { removeSignInCodes } from '#worker/features/accounts/codes/request-code.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { queueMediaRemoval } from '#worker/features/media/uploads/remove-media.ts'
import {
  removePicture,
  selectStoredPicturePath,
  verifiedChannelsOfMember,
} from '#worker/features/media/platform-pictures/remove-picture.ts'
import { selectPicturePathsInUse } from '#worker/features/media/uploads/upload-rows.ts'
import { uploadRateLimitSubject } from '#worker/features/media/uploads/store-picture.ts'
import { listUploads } from '#worker/features/media/uploads/uploads.ts'
import { exportRateLimitSubject } from './export.ts'
import { isUnprovenStreamer } from '#worker/features/directory/streamers/unproven.ts'
import { clearReasonsNamingMember } from './clear-reasons.ts'
import { anonymizeAuditEntries } from './former-staff.ts'

export const erasureColumns = {
  userId: users.id,
  usernameKey: users.usernameKey,
  emailKey: users.emailKey,
}
type ErasureRow = RowOf<typeof erasureColumns>

/** By somebody else. */
type RemovalByOther = {
  /** Only when this holds of their row of `users` in the same transaction. */
  when: SQL
  detail: 'administrator' | 'inactive' | 'restored'
  /** Written once that row is gone. */
  entries?: Statement[]
}
/** A member's id, or an expression that yields none where they stay. */
type UserIdOrSql = SQL | UserId

function removeUnpublishedEvents(userId: UserIdOrSql): Statement {
  return remove(events, {
    where: sql`${events.proposerId} = ${userId} and ${events.status} <> 'approved'`,
  })
}

function anonymizeContributions(ctx: Ctx, id: UserId, userId: UserIdOrSql) {
  const ofOwnProfile = sql`${streamingAccounts.streamerId} in
    (select ${streamers.id} from ${streamers} where ${streamers.userId} = ${userId})`
  return inOrder([
    update(
      events,
      { proposerId: null, moderatorNote: null, draftKey: null },
      { where: sql`${events.proposerId} = ${userId}` },
    ),
    update(
      articles,
      // Pages sign it with the site's name.
      { authorId: null, authorName: '' },
      { where: sql`${articles.authorId} = ${userId}` },
    ),
    remove(reports, {
      where: sql`${reports.userId} = ${userId} and ${reports.decidedAt} is not null`,
    }),
    anonymizeAuditEntries(ctx, id, userId),
    // A page that proves nothing says only what the member said of themselves.
    remove(streamers, {
      where: sql`${streamers.userId} = ${userId} and ${streamers.source} is null
        and ${isUnprovenStreamer(streamers)}`,
    }),
    // A channel that was only typed is no fact, and would look like one once nobody owns it.
    remove(streamingAccounts, {
      where: sql`${streamingAccounts.verifiedAt} is null and ${ofOwnProfile}`,
    }),
    update(streamingAccounts, { verifiedAt: null }, { where: ofOwnProfile }),
  ])
}

function removeRateLimitCounters(
  ctx: Ctx,
  { userId, usernameKey, emailKey }: ErasureRow,
): Statement[] {
  const counters = [
    uploadRateLimitSubject(userId),
    exportRateLimitSubject(userId),
    passwordRateLimitSubject(userId),
  ]
  const isGone = sql`not exists (select 1 from ${users} where ${users.id} = ${userId})`
  return [
    ...clearLoginFailures(ctx, { usernameKey, emailKey }, isGone),
    ...(emailKey === null ? [] : removeSignInCodes(ctx, emailKey, isGone)),
    remove(rateLimitCounters, {
      where: sql`${isGone} and ${rateLimitCounters.subject} in
        (select value from json_each(${JSON.stringify(counters)}))`,
    }),
  ]
}

/** Profile texts go before it is known which pictures are still shown. */
function clearStreamerProfile(userId: UserIdOrSql): Statement {
  return update(
    streamers,
    { bannerPath: null, bio: null, links: [] },
    { where: sql`${streamers.userId} = ${userId}` },
  )
}

function selectAvatar(userId: UserIdOrSql) {
  return selectFirst({ avatar: users.avatarPath }, sql`from ${users} where ${users.id} = ${userId}`)
}

function selectOwnStreamers(userId: UserIdOrSql) {
  return select({ id: streamers.id }, sql`from ${streamers} where ${streamers.userId} = ${userId}`)
}

const waysToLeave = { member: 'self', visitor: 'mailed_link', system: 'inactive' } as const

/** The queue removes the files, so that no bucket holds it up. False where nobody was deleted. */
export async function eraseMember(
  ctx: Ctx,
  person: ErasureRow,
  removal?: RemovalByOther,
): Promise<boolean> {
  const userId: UserIdOrSql = removal
    ? sql`(select ${users.id} from ${users} where ${users.id} = ${person.userId}
        and ${removal.when})`
    : person.userId
  const pictures = await listUploads(ctx, person.userId)
  const paths = pictures.map(({ path }) => path)
  const erasure = await writeInOrder(ctx, {
    leaving: selectAvatar(userId),
    streamers: selectOwnStreamers(userId),
    reasons: clearReasonsNamingMember(userId),
    unpublished: removeUnpublishedEvents(userId),
    words: clearStreamerProfile(userId),
    shown: selectPicturePathsInUse(ctx, paths),
    copies: selectStoredPicturePath(verifiedChannelsOfMember(userId)),
    removals: removePicture(ctx, 'owner', verifiedChannelsOfMember(userId)),
    anonymized: anonymizeContributions(ctx, person.userId, userId),
    // Foreign keys delete the person's own rows, and unlink those that stay.
    account: afterChange(remove(users, { where: sql`${users.id} = ${userId}` }), {
      entries: removal?.entries ?? [],
      event: insertSecurityEvent(ctx, {
        kind: 'account_deleted',
        userId: null,
        detail: removal?.detail ?? waysToLeave[ctx.actor.kind],
      }),
    }),
    counters: removeRateLimitCounters(ctx, person),
  })
  if (!erasure.leaving) return false
  const { avatar } = erasure.leaving
  const shownPaths = new Set(erasure.shown.map(({ path }) => path))
  await queueMediaRemoval(ctx, [
    ...(avatar ? [avatar] : []),
    ...erasure.copies.map(({ path }) => path),
    ...pictures.map(({ markerKey }) => markerKey),
    ...paths.filter((path) => !shownPaths.has(path)),
  ])
  const profiles = erasure.streamers.map(({ id }) => ({ type: 'streamer', id }) as const)
  await queuePurge(ctx, { type: 'leaderboard' }, ...profiles)
  return true
}
