import { sql, type SQL } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type Moderator, type System } from '#worker/context.ts'
import { inOrder } from '#worker/db/client.ts'
import { notNullable } from '#worker/db/row.ts'
import { streamingAccounts } from '#worker/db/schema/directory.ts'
import { eventChannels, eventParticipants, events } from '#worker/db/schema/events.ts'
import { channels, eventBroadcasts } from '#worker/db/schema/live.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { remove, update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { renameChannelPicture } from '#worker/features/media/platform-pictures/remove-picture.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { reverseXp } from '#worker/features/gamification/ledger/ledger.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  formatChannel,
  ownerIdOfStreamer,
  selectAccount,
  type Account,
  type AccountRef,
} from './admin-streamer-accounts.ts'
import { selectExistingStreamer, toAdminStreamer } from './admin-streamer-rows.ts'
import { accountLedgerSubject, verifiedAccountFact } from './claims.ts'
import type { AdminStreamer } from './contract.ts'

const other = alias(streamingAccounts, 'other')

/**
 * Where its streamer has the new name as well, both entries become one.
 * @throws AppError `streaming_account_not_found`, `changed_meanwhile`, `account_taken`
 */
export async function renameChannel(
  ctx: Ctx<Moderator> | Ctx<System>,
  accountRef: AccountRef,
  name: string,
): Promise<AdminStreamer> {
  const { id, accountId } = accountRef
  const key = accountKey(name)
  const { account, before } = await read(ctx, {
    account: selectAccount(accountRef),
    before: selectExistingStreamer(id),
  })
  // The first answer may have been lost.
  if (account.nameKey === key) return toAdminStreamer(before)
  if (account.newName === null || accountKey(account.newName) !== key) {
    throw new AppError('conflict', 'changed_meanwhile')
  }
  const { platform, nameKey } = account
  const { renamed, after } = await writeInOrder(ctx, {
    twin: mergeTwinAccount(ctx, accountRef, account, key),
    renamed: auditChange(
      ctx,
      update(
        streamingAccounts,
        { name, nameKey: key },
        {
          where: sql`${streamingAccounts.id} = ${accountId} and ${streamingAccounts.streamerId} = ${id}
            and ${streamingAccounts.nameKey} = ${nameKey}
            and not exists (select 1 from ${other} where ${other.platform} = ${platform}
              and ${other.nameKey} = ${key} and ${other.id} <> ${accountId})`,
        },
      ),
      {
        act: 'rename_account',
        subject: 'streamer',
        id,
        from: formatChannel(account),
        to: formatChannel({ platform, name }),
      },
    ),
    elsewhere: renameAccountReferences(accountRef, account, name),
    after: selectExistingStreamer(id),
  })
  const streamer = toAdminStreamer(after)
  if (!renamed.hasChanged) {
    const isAsBefore = streamer.accounts.some(
      (account) => account.id === accountId && accountKey(account.name) === nameKey,
    )
    throw new AppError('conflict', isAsBefore ? 'account_taken' : 'changed_meanwhile')
  }
  await queuePurge(ctx, { type: 'streamer', id })
  return streamer
}

const own = alias(streamingAccounts, 'own')
const mostRenamed = 50

/** The platform's own id tells that they are the same; names in use are left to moderators. */
export async function applyChannelRenames(ctx: Ctx<System>): Promise<void> {
  const { moved } = await read(ctx, {
    moved: select(
      { id: own.streamerId, accountId: own.id, name: notNullable(channels.newName) },
      sql`from ${channels} join ${own} on ${own.platform} = ${channels.platform}
          and ${own.nameKey} = ${channels.nameKey}
        where ${channels.problem} = 'renamed' and ${channels.platformId} is not null
          and ${channels.newName} is not null limit ${mostRenamed}`,
    ),
  })
  for (const { name, ...accountRef } of moved) {
    try {
      await renameChannel(ctx, accountRef, name)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
}

const twin = alias(streamingAccounts, 'twin')

/** A member who connected the channel anew has it under both names: the older entry stays. */
function mergeTwinAccount(ctx: Ctx, { id, accountId }: AccountRef, account: Account, key: string) {
  const twinId = sql`(select ${twin.id} from ${own} join ${twin}
      on ${twin.streamerId} = ${own.streamerId} and ${twin.platform} = ${own.platform}
        and ${twin.nameKey} = ${key}
    where ${own.id} = ${accountId} and ${own.streamerId} = ${id}
      and ${own.nameKey} = ${account.nameKey})`
  const verifiedAt = sql<number | null>`(select ${other.verifiedAt} from ${other}
    where ${other.id} = ${twinId})`
  return inOrder([
    update(
      scheduleSources,
      { accountId },
      { or: 'ignore', where: sql`${scheduleSources.accountId} = ${twinId}` },
    ),
    // Verifying one channel gives once.
    reverseXp(ctx, {
      ...verifiedAccountFact(ownerIdOfStreamer(id), account),
      when: sql`${verifiedAt} is not null`,
    }),
    update(
      streamingAccounts,
      { verifiedAt },
      {
        where: sql`${streamingAccounts.id} = ${accountId}
          and ${streamingAccounts.verifiedAt} is null`,
      },
    ),
    remove(streamingAccounts, { where: sql`${streamingAccounts.id} = ${twinId}` }),
  ])
}

function renameAccountReferences({ id, accountId }: AccountRef, account: Account, name: string) {
  const { platform, nameKey } = account
  const key = accountKey(name)
  const isRenamed = sql`exists (select 1 from ${own}
    where ${own.id} = ${accountId} and ${own.nameKey} = ${key})`
  return inOrder([
    update(
      events,
      { streamingAccountName: name },
      {
        where: sql`${events.platform} = ${platform}
          and lower(${events.streamingAccountName}) = ${nameKey} and ${isRenamed}`,
      },
    ),
    update(
      eventChannels,
      { account: name },
      {
        where: sql`${eventChannels.platform} = ${platform}
          and lower(${eventChannels.account}) = ${nameKey} and ${isRenamed}`,
      },
    ),
    update(
      eventParticipants,
      { account: name },
      {
        where: sql`${eventParticipants.streamerId} = ${id}
          and ${eventParticipants.platform} = ${platform}
          and lower(${eventParticipants.account}) = ${nameKey} and ${isRenamed}`,
      },
    ),
    renameAccountBroadcasts(account, key, isRenamed),
    ...renameChannelPicture(account, key, isRenamed),
    // The XP for verifying it stays with it.
    update(
      xpEntries,
      { subject: accountLedgerSubject({ platform, nameKey: key }) },
      {
        or: 'ignore',
        where: sql`${xpEntries.userId} = ${ownerIdOfStreamer(id)}
          and ${xpEntries.action} = 'account_verified'
          and ${xpEntries.subject} = ${accountLedgerSubject(account)} and ${isRenamed}`,
      },
    ),
  ])
}

function renameAccountBroadcasts({ platform, nameKey }: Account, key: string, when: SQL) {
  return inOrder([
    update(
      eventBroadcasts,
      { nameKey: key },
      {
        or: 'ignore',
        where: sql`${eventBroadcasts.platform} = ${platform}
          and ${eventBroadcasts.nameKey} = ${nameKey} and ${when}`,
      },
    ),
    remove(channels, {
      where: sql`${channels.platform} = ${platform} and ${channels.nameKey} = ${key} and ${when}`,
    }),
    update(
      channels,
      { nameKey: key, problem: null, newName: null, noticedAt: null },
      {
        where: sql`${channels.platform} = ${platform} and ${channels.nameKey} = ${nameKey}
          and ${when}`,
      },
    ),
  ])
}
