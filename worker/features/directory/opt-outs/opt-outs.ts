import { sql, type SQL } from 'drizzle-orm'
import { read, write, writeInOrder, type Admin, type Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { OptOutId } from '#worker/contracts/ids.ts'
import { a, p, s } from '#worker/db/aliases.ts'
import { instantSql } from '#worker/db/row.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { eventParticipants } from '#worker/db/schema/events.ts'
import { optOuts } from '#worker/db/schema/opt-outs.ts'
import { existing, select } from '#worker/db/statement.ts'
import { insert, remove, update } from '#worker/db/writes.ts'
import { auditChange, insertAuditEntry } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { toNameKey } from '#worker/features/directory/names.ts'
import type { HiddenNameInput, OptOutsView } from './contract.ts'

const mostShown = 500
const { platform, nameKey } = optOuts

function selectOptOuts() {
  return select(
    {
      id: optOuts.id,
      platform: sql<Platform | null>`nullif(${platform}, '')`,
      name: nameKey,
      since: instantSql(optOuts.createdAt),
    },
    sql`from ${optOuts} order by ${optOuts.id} desc limit ${mostShown}`,
  )
}

export function listOptOuts(ctx: Ctx<Admin>): Promise<OptOutsView> {
  return read(ctx, { items: selectOptOuts() })
}

/** Names on events without a page, among which `removeGuests` finds each spelling. */
export function selectGuestNames() {
  return select(
    { name: p.displayName },
    sql`from (select distinct ${p.displayName} from ${p} where ${p.streamerId} is null) p`,
  )
}

export function removeGuests(guests: readonly { name: string }[], key: string) {
  const spellings = guests.map(({ name }) => name).filter((name) => toNameKey(name) === key)
  return remove(eventParticipants, {
    where: sql`${eventParticipants.streamerId} is null and ${eventParticipants.displayName} in
      (select value from json_each(${JSON.stringify(spellings)}))`,
    returning: { id: eventParticipants.eventId },
  })
}

/** A channel that a member only typed is nobody's to opt out. */
export function isStreamerOf(optOut: SQL): SQL {
  return sql`${streamers.id} in (select ${a.streamerId} from ${optOuts}
    join ${a} on ${a.platform} = ${platform} and ${a.nameKey} = ${nameKey}
    join ${s} on ${s.id} = ${a.streamerId}
    where ${optOut} and (${a.verifiedAt} is not null or ${s.userId} is null))`
}

/** Takes the name off all events where it stands without a streamer, for good. */
export async function hideName(ctx: Ctx<Admin>, { name }: HiddenNameInput): Promise<OptOutsView> {
  const key = toNameKey(name)
  const { guests } = await read(ctx, { guests: selectGuestNames() })
  const { items, removed } = await write(ctx, {
    hidden: auditChange(
      ctx,
      insert(
        optOuts,
        { platform: '', nameKey: key, createdAt: ctx.now },
        { onConflict: sql`do nothing` },
      ),
      {
        act: 'hide_name',
        subject: 'opt_out',
        id: sql`(select ${optOuts.id} from ${optOuts} where ${platform} = '' and ${nameKey} = ${key})`,
      },
    ),
    removed: removeGuests(guests, key),
    items: selectOptOuts(),
  })
  await queuePurge(ctx, ...removed.map(({ id }) => ({ type: 'event', id }) as const))
  return { items }
}

/** A name may stand on events again; a channel's streamer is listed. @throws AppError `opt_out_not_found` */
export async function liftOptOut(ctx: Ctx<Admin>, id: OptOutId): Promise<OptOutsView> {
  const from = sql`from ${optOuts} where ${optOuts.id} = ${id}`
  const { relisted, items } = await writeInOrder(ctx, {
    optOut: existing(select({ id: optOuts.id }, from), 'opt_out_not_found'),
    entry: insertAuditEntry(ctx, {
      act: 'show_name',
      subject: 'opt_out',
      id,
      when: sql`exists (select 1 ${from})`,
    }),
    relisted: update(
      streamers,
      { unlistedAt: null },
      {
        where: sql`${streamers.unlistedAt} is not null
          and ${isStreamerOf(sql`${optOuts.id} = ${id}`)}`,
        returning: { id: streamers.id },
      },
    ),
    lifted: remove(optOuts, { where: sql`${optOuts.id} = ${id}` }),
    items: selectOptOuts(),
  })
  await queuePurge(ctx, ...relisted.map((row) => ({ type: 'streamer', id: row.id }) as const))
  return { items }
}
