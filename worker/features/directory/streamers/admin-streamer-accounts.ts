import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { earnXp, reverseXp } from '#worker/features/gamification/ledger/ledger.ts'
import { AppError } from '#worker/api/errors.ts'
import { requireStreamer, selectAdminStreamer } from './admin-streamer-rows.ts'
import { accountSubject } from './claims.ts'
import type { AccountInput, AdminStreamer } from './contract.ts'

export type AccountRef = { id: StreamerId; accountId: StreamingAccountId }
/** With the new name that its platform tells. */
export type Account = { platform: Platform; name: string; nameKey: string; newName: string | null }

/** As the log writes a channel. */
export function channelText({ platform, name }: Pick<Account, 'platform' | 'name'>): string {
  return `${platform}:${name}`
}

export function selectAccount({ db }: Ctx, { id, accountId }: AccountRef): Statement<Account[]> {
  return rows<Account>(
    db,
    sql`select a.platform, a.name, a.name_key as nameKey, c.new_name as newName
      from streaming_accounts a
      left join channels c on c.platform = a.platform and c.name_key = a.name_key
      where a.id = ${accountId} and a.streamer_id = ${id}`,
  )
}

export function streamerOwner(id: StreamerId): SQL {
  return sql`(select user_id from streamers where id = ${id})`
}

/**
 * Adds a channel; adding one that the streamer has changes nothing.
 * @throws AppError `streamer_not_found`, `account_taken`
 */
export async function addAccount(
  ctx: Ctx<Moderator>,
  id: StreamerId,
  { platform, name }: AccountInput,
): Promise<AdminStreamer> {
  const key = accountKey(name)
  const [added, , after] = await write(ctx, [
    rows<{ id: StreamingAccountId }>(
      ctx.db,
      sql`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
        select id, ${platform}, ${name}, ${key}, ${ctx.now} from streamers where id = ${id}
        on conflict do nothing returning id`,
    ),
    audit(ctx, {
      act: 'add_account',
      subject: 'streamer',
      id,
      to: channelText({ platform, name }),
      when: sql`changes() = 1`,
    }),
    selectAdminStreamer(ctx, id),
  ])
  const streamer = requireStreamer(after)
  const isTheirs = streamer.accounts.some(
    (one) => one.platform === platform && accountKey(one.name) === key,
  )
  if (!isTheirs) throw new AppError('conflict', 'account_taken')
  if (added.length > 0) await queuePurge(ctx, { type: 'streamer', id })
  return streamer
}

/**
 * Takes a channel from a streamer, and back what verifying it gave.
 * @throws AppError `streaming_account_not_found`
 */
export async function removeAccount(
  ctx: Ctx<Moderator>,
  place: AccountRef,
): Promise<AdminStreamer> {
  const { id, accountId } = place
  const [[account]] = await read(ctx, [selectAccount(ctx, place)])
  if (!account) throw new AppError('not_found', 'streaming_account_not_found')
  const [, , , after] = await write(ctx, [
    rows(
      ctx.db,
      sql`delete from streaming_accounts where id = ${accountId} and streamer_id = ${id}`,
    ),
    audit(ctx, {
      act: 'remove_account',
      subject: 'streamer',
      id,
      from: channelText(account),
      when: sql`changes() = 1`,
    }),
    reverseXp(ctx, {
      userId: streamerOwner(id),
      action: 'account_verified',
      subject: accountSubject(account),
    }),
    selectAdminStreamer(ctx, id),
  ])
  await queuePurge(ctx, { type: 'streamer', id })
  return requireStreamer(after)
}

/**
 * A moderator vouches for a channel, or no longer does; the member behind it earns for it once.
 * @throws AppError `streaming_account_not_found`
 */
export async function verifyAccount(
  ctx: Ctx<Moderator>,
  place: AccountRef,
  isVerified: boolean,
): Promise<AdminStreamer> {
  const { id, accountId } = place
  const [[account]] = await read(ctx, [selectAccount(ctx, place)])
  if (!account) throw new AppError('not_found', 'streaming_account_not_found')
  const fact = {
    userId: streamerOwner(id),
    action: 'account_verified',
    subject: accountSubject(account),
  } as const
  const isSo = sql`exists (select 1 from streaming_accounts
    where id = ${accountId} and streamer_id = ${id} and verified_at is not null)`
  const [changed, , after] = await write(ctx, [
    rows<{ id: StreamingAccountId }>(
      ctx.db,
      sql`update streaming_accounts set verified_at = ${isVerified ? ctx.now : null}
        where id = ${accountId} and streamer_id = ${id}
          and (verified_at is not null) <> ${Number(isVerified)} returning id`,
    ),
    audit(ctx, {
      act: isVerified ? 'verify' : 'unverify',
      subject: 'streamer',
      id,
      to: channelText(account),
      when: sql`changes() = 1`,
    }),
    selectAdminStreamer(ctx, id),
    ...(isVerified ? earnXp(ctx, { ...fact, when: isSo }) : [reverseXp(ctx, fact)]),
  ])
  if (changed.length > 0) await queuePurge(ctx, { type: 'streamer', id })
  return requireStreamer(after)
}
