import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { isApproved } from '#worker/features/events/event-rows.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { isWithinQuota } from './quota.ts'
import { compareChannel, markChecked, saveChannels } from './channels.ts'
import type { QuotaMeter, ChannelRef } from '#worker/integrations/streaming-platform.ts'
import { livePlatforms, enabledPlatforms } from './enabled-platforms.ts'
import { isPageError, retryTime, selectUsedQuota, recordQuota } from './states.ts'
import { channelsOfEvents } from './window.ts'

const dayMs = 86_400_000
/** Streamers with an event this near have their followers counted daily. */
const nearMs = 30 * dayMs
/** A little less than a day, so that an hourly job keeps to the hour. */
const dailyMs = dayMs - 600_000

/** Every hour: whoever was not asked after for a day. */
export async function checkChannels(ctx: Ctx<System>): Promise<void> {
  const on = enabledPlatforms(ctx)
  if (on.length > 0) await ctx.send(on.map((platform) => ({ type: 'check_channels', platform })))
}

/** Channels of events that are near, and all others of the streamers in these. */
function nearChannels(now: number, platform: Platform): SQL {
  const near = sql`select e.id from events e where ${isApproved}
    and e.start_at between ${now - nearMs} and ${now + nearMs}`
  return sql`with near as materialized (${near}),
    shown as materialized (${channelsOfEvents(platform, sql`select id from near`)}),
    people as (select p.streamer_id from near cross join event_participants p on p.event_id = near.id
        where p.streamer_id is not null
      union select a.streamer_id from shown cross join streaming_accounts a
        on a.platform = ${platform} and a.name_key = shown.name_key)
    select name_key, name from shown
    union select a.name_key, a.name from people cross join streaming_accounts a
      on a.streamer_id = people.streamer_id where a.platform = ${platform}`
}

function selectDue({ db, now }: Ctx, platform: Platform, limit: number): Statement<ChannelRef[]> {
  return rows<ChannelRef>(
    db,
    sql`select n.name_key as nameKey, min(n.name) as name, c.platform_id as platformId
      from (${nearChannels(now, platform)}) n
      left join channels c on c.platform = ${platform} and c.name_key = n.name_key
      where coalesce(c.checked_at, 0) < ${now - dailyMs}
      group by n.name_key order by n.name_key limit ${limit}`,
  )
}

type Check = Extract<QueueMessage, { type: 'check_channels' }>

/**
 * Asks who channels are and how many follow them, a page by each message; whoever is gone or has
 * another name by now is marked for the moderators.
 */
export async function checkPage(ctx: Ctx<System>, check: Check): Promise<void> {
  const { platform } = check
  const live = livePlatforms[platform]
  if (!live.isConfigured(ctx)) return
  const [wanted, [state]] = await read(ctx, [
    selectDue(ctx, platform, live.channelsPerMessage),
    selectUsedQuota(ctx, platform),
  ])
  const need = { now: ctx.now, used: state?.used ?? 0, channels: wanted.length }
  if (wanted.length === 0 || !isWithinQuota(platform, 'checks', need)) return
  const meter: QuotaMeter = { spent: 0 }
  try {
    await askAndSave(ctx, platform, { wanted, meter })
  } catch (error) {
    const isPassedOver = isPageError(platform, error)
    const nextPollAt = isPassedOver ? undefined : retryTime(ctx, platform, error)
    await write(ctx, [
      ...(isPassedOver ? [markChecked(ctx, platform, wanted)] : []),
      recordQuota(ctx, { platform, spent: meter.spent, nextPollAt }),
    ])
    if (!isPassedOver) return
  }
  if (wanted.length === live.channelsPerMessage) await ctx.send([check])
}

type Page = { wanted: readonly ChannelRef[]; meter: QuotaMeter }

async function askAndSave(
  ctx: Ctx<System>,
  platform: Platform,
  { wanted, meter }: Page,
): Promise<void> {
  const live = livePlatforms[platform]
  const identities = await live.identify(ctx, wanted, meter)
  const ids = [...identities.values()].map(({ platformId }) => platformId)
  const counts = await live.followers(ctx, ids, meter)
  const checked = wanted.map((one) => {
    const identity = identities.get(one.nameKey)
    return compareChannel(one, identity, identity && counts.get(identity.platformId))
  })
  const keys = checked.map(({ nameKey }) => nameKey)
  await write(ctx, [
    saveChannels(ctx, platform, checked),
    countFollowers(ctx, platform, keys),
    recordQuota(ctx, { platform, spent: meter.spent }),
  ])
}

/** Of each streamer behind these channels: the followers of all their channels together. */
function countFollowers({ db }: Ctx, platform: Platform, keys: string[]): Statement<unknown> {
  const total = sql`(select sum(c.followers) from streaming_accounts a join channels c
    on c.platform = a.platform and c.name_key = a.name_key where a.streamer_id = streamers.id)`
  return rows(
    db,
    sql`update streamers set followers = ${total}
      where id in (select a.streamer_id from json_each(${JSON.stringify(keys)}) k
          cross join streaming_accounts a on a.platform = ${platform} and a.name_key = k.value)
        and ${total} is not null and followers is not ${total}`,
  )
}
