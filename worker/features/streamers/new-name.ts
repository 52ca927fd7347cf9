import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { Platform, StreamerId, StreamingAccountId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/audit/audit.ts'
import { purgeAfter } from '#worker/features/edge/purge.ts'
import { accountKey } from '#worker/features/events/platforms.ts'
import { AppError } from '#worker/http/errors.ts'
import { onlyStreamer, selectCatalogueStreamer } from './catalogue-rows.ts'
import { accountSubject } from './claims.ts'
import type { CatalogueStreamer } from './contract.ts'

type Place = { id: StreamerId; accountId: StreamingAccountId }
type Renamed = { platform: Platform; name: string; nameKey: string; newName: string | null }

function selectRenamed({ db }: Ctx, { id, accountId }: Place): Statement<Renamed[]> {
  return rows<Renamed>(
    db,
    sql`select a.platform, a.name, a.name_key as nameKey, c.new_name as newName
      from streaming_accounts a
      left join channels c on c.platform = a.platform and c.name_key = a.name_key
      where a.id = ${accountId} and a.streamer_id = ${id}`,
  )
}

/**
 * What a channel is called by now, wherever it is named: with its streamer, with events and those
 * who take part in them.
 * @throws AppError `streaming_account_not_found`, `changed_meanwhile`, `account_taken`
 */
export async function takeNewName(
  ctx: Ctx<Moderator>,
  place: Place,
  name: string,
): Promise<CatalogueStreamer> {
  const { db } = ctx
  const { id, accountId } = place
  const [[account]] = await read(ctx, [selectRenamed(ctx, place)])
  if (!account) throw new AppError('not_found', 'streaming_account_not_found')
  if (account.newName === null || accountKey(account.newName) !== accountKey(name)) {
    throw new AppError('conflict', 'changed_meanwhile')
  }
  const { platform } = account
  const key = accountKey(name)
  const [renamed, , ...rest] = await write(ctx, [
    rows<{ id: StreamingAccountId }>(
      db,
      sql`update streaming_accounts set name = ${name}, name_key = ${key}
        where id = ${accountId} and streamer_id = ${id} and name_key = ${account.nameKey}
          and not exists (select 1 from streaming_accounts
            where platform = ${platform} and name_key = ${key} and id <> ${accountId})
        returning id`,
    ),
    audit(ctx, {
      act: 'rename_account',
      subject: 'streamer',
      id,
      from: `${platform}:${account.name}`,
      to: `${platform}:${name}`,
      when: sql`changes() = 1`,
    }),
    ...elsewhere(place, account, name).map((statement) => rows<never>(db, statement)),
    selectCatalogueStreamer(ctx, id),
  ])
  if (renamed.length === 0) throw new AppError('conflict', 'account_taken')
  await purgeAfter(ctx, { type: 'streamer', id })
  return onlyStreamer(rest.at(-1) ?? [])
}

function isRenamed({ accountId }: Place, key: string): SQL {
  return sql`exists (select 1 from streaming_accounts where id = ${accountId} and name_key = ${key})`
}

/** The other places where the old name stands. */
function elsewhere(place: Place, { platform, nameKey }: Renamed, name: string): SQL[] {
  const key = accountKey(name)
  const isDone = isRenamed(place, key)
  const member = sql`(select user_id from streamers where id = ${place.id})`
  return [
    sql`update events set streaming_account_name = ${name} where platform = ${platform}
      and lower(streaming_account_name) = ${nameKey} and ${isDone}`,
    sql`update event_channels set account = ${name} where platform = ${platform}
      and lower(account) = ${nameKey} and ${isDone}`,
    sql`update event_participants set account = ${name} where streamer_id = ${place.id}
      and platform = ${platform} and lower(account) = ${nameKey} and ${isDone}`,
    sql`update or ignore event_broadcasts set name_key = ${key}
      where platform = ${platform} and name_key = ${nameKey} and ${isDone} and event_id in (
        select id from events where platform = ${platform}
          and lower(streaming_account_name) = ${key})`,
    sql`delete from channels where platform = ${platform} and name_key = ${key} and ${isDone}`,
    sql`update channels set name_key = ${key}, problem = null, new_name = null, noticed_at = null
      where platform = ${platform} and name_key = ${nameKey} and ${isDone}`,
    // What verifying it gave stays with it.
    sql`update or ignore xp_entries set subject = ${accountSubject({ platform, nameKey: key })}
      where user_id = ${member} and action = 'account_verified'
        and subject = ${accountSubject({ platform, nameKey })} and ${isDone}`,
  ]
}
