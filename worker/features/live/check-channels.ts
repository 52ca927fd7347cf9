import { sql, type SQL } from 'drizzle-orm'
import { read, write, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { a, e, p } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { channels } from '#worker/db/schema/live.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'
import { isChannelOptedOut } from '#worker/features/directory/opt-outs/opt-out-rows.ts'
import { isApproved } from '#worker/features/events/event-rows.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { isWithinQuota } from './quota.ts'
import {
  checkChannelIdentity,
  markChannelsChecked,
  saveChannelPictures,
  saveCheckedChannels,
} from './channels.ts'
import type {
  ChannelRef,
  LivePlatform,
  QuotaMeter,
} from '#worker/integrations/streaming-platform.ts'
import { findLivePlatform, listEnabledPlatforms } from '#worker/integrations/live-platforms.ts'
import { logIfRequestFault, computeRetryTime, selectUsedQuota, recordQuotaUsage } from './states.ts'
import { queuePictureFetch } from '#worker/features/media/platform-pictures/picture-sources.ts'
import { selectChannelsOfEvents } from './window.ts'

const dayMs = 86_400_000
/** Streamers with an event this near have their followers counted daily. */
const nearMs = 30 * dayMs
/** A little less than a day, so that an hourly job keeps to the hour. */
const dailyMs = dayMs - 600_000

export async function queueChannelChecks(ctx: Ctx<System>): Promise<void> {
  const on = listEnabledPlatforms(ctx)
  if (on.length > 0) await ctx.send(on.map((platform) => ({ type: 'check_channels', platform })))
}

const near = alias(events, 'near')
const people = alias(eventParticipants, 'people')
const shownAccount = alias(streamingAccounts, 'shown')
const n = alias(streamingAccounts, 'n')
const c = alias(channels, 'c')

function selectChannelsOfNearEvents(now: number, platform: Platform): SQL {
  const nearEvents = sql`select ${e.id} from ${e} where ${isApproved}
    and ${e.startAt} between ${now - nearMs} and ${now + nearMs}`
  return sql`with near as materialized (${nearEvents}),
    shown as materialized (${selectChannelsOfEvents(platform, sql`select ${near.id} from near`)}),
    people as (select ${p.streamerId} from near cross join ${p} on ${p.eventId} = ${near.id}
        where ${p.streamerId} is not null
      union select ${a.streamerId} from shown cross join ${a}
        on ${a.platform} = ${platform} and ${a.nameKey} = ${shownAccount.nameKey})
    select ${shownAccount.nameKey}, ${shownAccount.name} from shown
    union select ${a.nameKey}, ${a.name} from people cross join ${a}
      on ${a.streamerId} = ${people.streamerId} where ${a.platform} = ${platform}`
}

const dueColumns = {
  nameKey: n.nameKey,
  name: sql<string>`min(${n.name})`,
  platformId: c.platformId,
}

function selectDueChannels(
  { now }: Ctx,
  platform: Platform,
  limit: number,
): Statement<ChannelRef[]> {
  return select(
    dueColumns,
    sql`from (${selectChannelsOfNearEvents(now, platform)}) n
      left join ${c} on ${c.platform} = ${platform} and ${c.nameKey} = ${n.nameKey}
      where coalesce(${c.checkedAt}, 0) < ${now - dailyMs}
        and not ${isChannelOptedOut(platform, n.nameKey)}
      group by ${n.nameKey} order by ${n.nameKey} limit ${limit}`,
  )
}

type CheckChannelsMessage = Extract<QueueMessage, { type: 'check_channels' }>

/** Channels that are gone or renamed are marked for the moderators. */
export async function checkChannelBatch(
  ctx: Ctx<System>,
  check: CheckChannelsMessage,
): Promise<void> {
  const { platform } = check
  const live = findLivePlatform(ctx, platform)
  if (!live) return
  const { due, quota } = await read(ctx, {
    due: selectDueChannels(ctx, platform, live.channelsPerMessage),
    quota: selectUsedQuota(ctx, platform),
  })
  const need = { now: ctx.now, used: quota?.used ?? 0, channels: due.length }
  if (due.length === 0 || !isWithinQuota(platform, 'checks', need)) return
  const meter: QuotaMeter = { spent: 0 }
  try {
    await checkAndSaveChannels(ctx, live, { platform, due, meter })
  } catch (error) {
    const isPassedOver = logIfRequestFault(ctx, platform, error)
    const nextPollAt = isPassedOver ? undefined : computeRetryTime(ctx, platform, error)
    await write(ctx, {
      checked: isPassedOver ? [markChannelsChecked(ctx, platform, due)] : [],
      quota: recordQuotaUsage(ctx, { platform, spent: meter.spent, nextPollAt }),
    })
    if (!isPassedOver) return
  }
  if (due.length === live.channelsPerMessage) await ctx.send([check])
}

type DueChannelsPage = { platform: Platform; due: readonly ChannelRef[]; meter: QuotaMeter }

async function checkAndSaveChannels(
  ctx: Ctx<System>,
  live: LivePlatform,
  { platform, due, meter }: DueChannelsPage,
): Promise<void> {
  const identities = await live.identify(ctx, due, meter)
  const ids = [...identities.values()].map(({ platformId }) => platformId)
  const counts = await live.followers?.(ctx, ids, meter)
  const checked = due.map((channel) => {
    const identity = identities.get(channel.nameKey)
    return checkChannelIdentity(channel, identity, identity && counts?.get(identity.platformId))
  })
  const keys = checked.map(({ nameKey }) => nameKey)
  const { pictures } = await writeInOrder(ctx, {
    pictures: saveChannelPictures(ctx, platform, { asked: due, identities }),
    channels: saveCheckedChannels(ctx, platform, checked),
    followers: updateFollowerTotals(platform, keys),
    quota: recordQuotaUsage(ctx, { platform, spent: meter.spent }),
  })
  await queuePictureFetch(ctx, pictures)
}

function updateFollowerTotals(platform: Platform, keys: string[]): Statement {
  const total = sql<number>`(select sum(${c.platformFollowers}) from ${a} join ${c}
    on ${c.platform} = ${a.platform} and ${c.nameKey} = ${a.nameKey}
    where ${a.streamerId} = ${streamers.id})`
  return update(
    streamers,
    { platformFollowers: total },
    {
      where: sql`${streamers.id} in (select ${a.streamerId} from json_each(${JSON.stringify(keys)}) k
          cross join ${a} on ${a.platform} = ${platform} and ${a.nameKey} = k.value)
        and ${total} is not null and ${streamers.platformFollowers} is not ${total}`,
    },
  )
}
