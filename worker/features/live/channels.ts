import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import type { ChannelIdentity, ChannelRef } from '#worker/integrations/streaming-platform.ts'

type Checked = {
  nameKey: string
  platformId: string | null
  title: string | null
  uploadsId: string | null
  followers: number | null
  problem: 'unknown' | 'renamed' | null
  newName: string | null
}

/** What an answer says of a channel: that it is as we have it, has another name by now, or is gone. */
export function compareChannel(
  { nameKey, platformId }: ChannelRef,
  found: ChannelIdentity | undefined,
  followers: number | undefined,
): Checked {
  if (!found) {
    const nothing = { title: null, uploadsId: null, followers: null, newName: null }
    return { nameKey, platformId, ...nothing, problem: 'unknown' }
  }
  const { title, uploadsId } = found
  // One that we have by its id has that for a name.
  const isRenamed = accountKey(found.name) !== nameKey && accountKey(found.platformId) !== nameKey
  return {
    nameKey,
    platformId: found.platformId,
    title,
    uploadsId,
    followers: found.followers ?? followers ?? null,
    problem: isRenamed ? 'renamed' : null,
    newName: isRenamed ? found.name : null,
  }
}

/** Writes what was found, and keeps since when something is wrong. */
export function saveChannels(
  { db, now }: Ctx,
  platform: Platform,
  checked: readonly Checked[],
): Statement<unknown> {
  const cell = (name: keyof Checked) => sql.raw(`value ->> '${name}'`)
  return rows(
    db,
    sql`insert into channels (platform, name_key, platform_id, title, uploads_id, followers,
        checked_at, problem, new_name, noticed_at)
      select ${platform}, ${cell('nameKey')}, ${cell('platformId')}, ${cell('title')},
        ${cell('uploadsId')}, ${cell('followers')}, ${now}, ${cell('problem')}, ${cell('newName')},
        iif(${cell('problem')} is null, null, ${now})
      from json_each(${JSON.stringify(checked)}) where true
      on conflict (platform, name_key) do update set platform_id = excluded.platform_id,
        title = coalesce(excluded.title, title),
        uploads_id = coalesce(excluded.uploads_id, uploads_id),
        followers = coalesce(excluded.followers, followers), checked_at = excluded.checked_at,
        problem = excluded.problem, new_name = excluded.new_name,
        noticed_at = iif(excluded.problem is problem and excluded.new_name is new_name,
          noticed_at, excluded.noticed_at)`,
  )
}

/** Nothing could be had of them today; the others have their turn. */
export function markChecked(
  { db, now }: Ctx,
  platform: Platform,
  wanted: readonly ChannelRef[],
): Statement<unknown> {
  const keys = JSON.stringify(wanted.map(({ nameKey }) => nameKey))
  return rows(
    db,
    sql`insert into channels (platform, name_key, checked_at)
      select ${platform}, value, ${now} from json_each(${keys}) where true
      on conflict (platform, name_key) do update set checked_at = excluded.checked_at`,
  )
}
