import { sql } from 'drizzle-orm'
import { read, write, writeInOrder, type Ctx, type Moderator } from '#worker/context.ts'
import type { StreamerId, StreamingAccountId, UserId } from '#worker/contracts/ids.ts'
import { inOrder, type ResultOf } from '#worker/db/client.ts'
import { nullable } from '#worker/db/row.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { channels } from '#worker/db/schema/live.ts'
import { existing, prepare, select, type Params } from '#worker/db/statement.ts'
import { insert, remove, update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import {
  finishPictureChange,
  forgetChannelPicture,
  selectStoredPicturePath,
} from '#worker/features/media/platform-pictures/remove-picture.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { earnXp, reverseXp } from '#worker/features/gamification/ledger/ledger.ts'
import { AppError } from '#worker/api/errors.ts'
import { selectExistingStreamer, toAdminStreamer } from './admin-streamer-rows.ts'
import { verifiedAccountFact } from './claims.ts'
import type { AccountInput, AdminStreamer } from './contract.ts'

export type AccountRef = { id: StreamerId; accountId: StreamingAccountId }

export const selectAccount = prepare(({ id, accountId }: Params<AccountRef>) =>
  existing(
    select(
      {
        platform: streamingAccounts.platform,
        name: streamingAccounts.name,
        nameKey: streamingAccounts.nameKey,
        newName: nullable(channels.newName),
      },
      sql`from ${streamingAccounts}
        left join ${channels} on ${channels.platform} = ${streamingAccounts.platform}
          and ${channels.nameKey} = ${streamingAccounts.nameKey}
        where ${streamingAccounts.id} = ${accountId} and ${streamingAccounts.streamerId} = ${id}`,
    ),
    'streaming_account_not_found',
  ),
)
export type Account = ResultOf<ReturnType<typeof selectAccount>>

export function formatChannel({ platform, name }: Pick<Account, 'platform' | 'name'>): string {
  return `${platform}:${name}`
}

export function ownerIdOfStreamer(id: StreamerId) {
  return sql<UserId | null>`(select ${streamers.userId} from ${streamers}
    where ${streamers.id} = ${id})`
}

function isReferencedAccount({ id, accountId }: AccountRef) {
  return sql`${streamingAccounts.id} = ${accountId} and ${streamingAccounts.streamerId} = ${id}`
}

/** @throws AppError `streamer_not_found`, `account_taken` */
export async function addAccount(
  ctx: Ctx<Moderator>,
  id: StreamerId,
  { platform, name }: AccountInput,
): Promise<AdminStreamer> {
  const key = accountKey(name)
  const { added, after } = await write(ctx, {
    added: auditChange(
      ctx,
      insert(
        streamingAccounts,
        { streamerId: streamers.id, platform, name, nameKey: key, createdAt: ctx.now },
        {
          from: sql`${streamers}`,
          where: sql`${streamers.id} = ${id}`,
          onConflict: sql`do nothing`,
        },
      ),
      { act: 'add_account', subject: 'streamer', id, to: formatChannel({ platform, name }) },
    ),
    after: selectExistingStreamer(id),
  })
  const streamer = toAdminStreamer(after)
  const isTheirs = streamer.accounts.some(
    (account) => account.platform === platform && accountKey(account.name) === key,
  )
  if (!isTheirs) throw new AppError('conflict', 'account_taken')
  if (added.hasChanged) await queuePurge(ctx, { type: 'streamer', id })
  return streamer
}

/** @throws AppError `streaming_account_not_found` */
export async function removeAccount(
  ctx: Ctx<Moderator>,
  accountRef: AccountRef,
): Promise<AdminStreamer> {
  const { id } = accountRef
  const { account } = await read(ctx, { account: selectAccount(accountRef) })
  const { stored, after } = await writeInOrder(ctx, {
    stored: selectStoredPicturePath({
      kind: 'channel',
      platform: account.platform,
      subject: account.nameKey,
    }),
    picture: forgetChannelPicture(account),
    removed: auditChange(
      ctx,
      remove(streamingAccounts, { where: isReferencedAccount(accountRef) }),
      {
        act: 'remove_account',
        subject: 'streamer',
        id,
        from: formatChannel(account),
      },
    ),
    reversed: reverseXp(ctx, verifiedAccountFact(ownerIdOfStreamer(id), account)),
    after: selectExistingStreamer(id),
  })
  await finishPictureChange(ctx, { stored, isShown: false })
  await queuePurge(ctx, { type: 'streamer', id })
  return toAdminStreamer(after)
}

/** The member behind it earns for it once. @throws AppError `streaming_account_not_found` */
export async function verifyAccount(
  ctx: Ctx<Moderator>,
  accountRef: AccountRef,
  isVerified: boolean,
): Promise<AdminStreamer> {
  const { id } = accountRef
  const { account } = await read(ctx, { account: selectAccount(accountRef) })
  const fact = verifiedAccountFact(ownerIdOfStreamer(id), account)
  const isNowVerified = sql`exists (select 1 from ${streamingAccounts}
    where ${isReferencedAccount(accountRef)} and ${streamingAccounts.verifiedAt} is not null)`
  const { changed, after } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(
        streamingAccounts,
        { verifiedAt: isVerified ? ctx.now : null },
        {
          where: sql`${isReferencedAccount(accountRef)}
            and (${streamingAccounts.verifiedAt} is not null) <> ${Number(isVerified)}`,
        },
      ),
      {
        act: isVerified ? 'verify' : 'unverify',
        subject: 'streamer',
        id,
        to: formatChannel(account),
      },
    ),
    after: selectExistingStreamer(id),
    xp: isVerified ? inOrder(earnXp(ctx, { ...fact, when: isNowVerified })) : reverseXp(ctx, fact),
  })
  if (changed.hasChanged) await queuePurge(ctx, { type: 'streamer', id })
  return toAdminStreamer(after)
}
