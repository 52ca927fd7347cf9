import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { StreamingAccountId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { reverseXp } from '#worker/features/gamification/ledger/ledger.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  channelText,
  streamerOwner,
  selectAccount,
  type Account,
  type AccountRef,
} from './admin-streamer-accounts.ts'
import { requireStreamer, selectAdminStreamer } from './admin-streamer-rows.ts'
import { accountSubject } from './claims.ts'
import type { AdminStreamer } from './contract.ts'

/**
 * What a channel is called by now, wherever it is named: with its streamer, with events and those
 * who take part in them. Where its streamer has the new name as well, both are one from then on.
 * @throws AppError `streaming_account_not_found`, `changed_meanwhile`, `account_taken`
 */
export async function takeNewName(
  ctx: Ctx<Moderator>,
  place: AccountRef,
  name: string,
): Promise<AdminStreamer> {
  const { db } = ctx
  const { id, accountId } = place
  const key = accountKey(name)
  const [[account], before] = await read(ctx, [
    selectAccount(ctx, place),
    selectAdminStreamer(ctx, id),
  ])
  if (!account) throw new AppError('not_found', 'streaming_account_not_found')
  // The first answer may have been lost.
  if (account.nameKey === key) return requireStreamer(before)
  if (account.newName === null || accountKey(account.newName) !== key) {
    throw new AppError('conflict', 'changed_meanwhile')
  }
  const { platform, nameKey } = account
  const [, , , , renamed, , ...rest] = await write(ctx, [
    ...joinTwin(ctx, place, account, key),
    rows<{ id: StreamingAccountId }>(
      db,
      sql`update streaming_accounts set name = ${name}, name_key = ${key}
        where id = ${accountId} and streamer_id = ${id} and name_key = ${nameKey}
          and not exists (select 1 from streaming_accounts
            where platform = ${platform} and name_key = ${key} and id <> ${accountId})
        returning id`,
    ),
    audit(ctx, {
      act: 'rename_account',
      subject: 'streamer',
      id,
      from: channelText(account),
      to: channelText({ platform, name }),
      when: sql`changes() = 1`,
    }),
    ...elsewhere(place, account, name).map((statement) => rows<never>(db, statement)),
    selectAdminStreamer(ctx, id),
  ])
  const streamer = requireStreamer(rest.at(-1) ?? [])
  if (renamed.length === 0) {
    const isAsBefore = streamer.accounts.some(
      (one) => one.id === accountId && accountKey(one.name) === nameKey,
    )
    throw new AppError('conflict', isAsBefore ? 'account_taken' : 'changed_meanwhile')
  }
  await queuePurge(ctx, { type: 'streamer', id })
  return streamer
}

/** A member who connected the channel anew has it under both names: what that entry has, the older one takes over. */
function joinTwin(
  ctx: Ctx,
  { id, accountId }: AccountRef,
  account: Account,
  key: string,
): readonly [Statement, Statement, Statement, Statement] {
  const run = (statement: SQL) => rows(ctx.db, statement)
  const twin = sql`(select twin.id from streaming_accounts a join streaming_accounts twin
      on twin.streamer_id = a.streamer_id and twin.platform = a.platform and twin.name_key = ${key}
    where a.id = ${accountId} and a.streamer_id = ${id} and a.name_key = ${account.nameKey})`
  const verifiedAt = sql`(select verified_at from streaming_accounts where id = ${twin})`
  return [
    run(sql`update or ignore schedule_sources set account_id = ${accountId}
      where account_id = ${twin}`),
    // Verifying one channel gives once.
    reverseXp(ctx, {
      userId: streamerOwner(id),
      action: 'account_verified',
      subject: accountSubject(account),
      when: sql`${verifiedAt} is not null`,
    }),
    run(sql`update streaming_accounts set verified_at = ${verifiedAt}
      where id = ${accountId} and verified_at is null`),
    run(sql`delete from streaming_accounts where id = ${twin}`),
  ]
}

/** The other places where the old name stands. */
function elsewhere(
  { id, accountId }: AccountRef,
  { platform, nameKey }: Account,
  name: string,
): SQL[] {
  const key = accountKey(name)
  const isDone = sql`exists (select 1 from streaming_accounts
    where id = ${accountId} and name_key = ${key})`
  return [
    sql`update events set streaming_account_name = ${name} where platform = ${platform}
      and lower(streaming_account_name) = ${nameKey} and ${isDone}`,
    sql`update event_channels set account = ${name} where platform = ${platform}
      and lower(account) = ${nameKey} and ${isDone}`,
    sql`update event_participants set account = ${name} where streamer_id = ${id}
      and platform = ${platform} and lower(account) = ${nameKey} and ${isDone}`,
    sql`update or ignore event_broadcasts set name_key = ${key}
      where platform = ${platform} and name_key = ${nameKey} and ${isDone}`,
    sql`delete from channels where platform = ${platform} and name_key = ${key} and ${isDone}`,
    sql`update channels set name_key = ${key}, problem = null, new_name = null, noticed_at = null
      where platform = ${platform} and name_key = ${nameKey} and ${isDone}`,
    // What verifying it gave stays with it.
    sql`update or ignore xp_entries set subject = ${accountSubject({ platform, nameKey: key })}
      where user_id = ${streamerOwner(id)} and action = 'account_verified'
        and subject = ${accountSubject({ platform, nameKey })} and ${isDone}`,
  ]
}
