import { write, type Ctx, type System } from '#worker/context.ts'
import type { EventId, Platform } from '#worker/contract.ts'
import { purgeAfter } from '#worker/features/edge/purge.ts'
import type { QueueMessage } from '#worker/messages.ts'
import { beginOfMinute, isAffordable, nextQuotaDay, pollInterval } from './budget.ts'
import { judge, saveChannels } from './channels.ts'
import type { Identity, Meter, Watched } from './platform.ts'
import { livePlatforms } from './platforms-on.ts'
import { saveSightings, sightingOf } from './sightings.ts'
import { claimRound, isOfPage, retryTime, selectUsed, settle } from './states.ts'
import { isToIdentify, selectWatched, type WatchedRow } from './window.ts'

type Poll = Extract<QueueMessage, { type: 'poll_live' }>

/**
 * Asks a platform which of the channels with an event now are on air: one page of them, the next by
 * a message of its own. What could not be had is left as it is, and goes stale by itself.
 */
export async function pollLive(ctx: Ctx<System>, poll: Poll): Promise<void> {
  const { platform, after } = poll
  const live = livePlatforms[platform]
  if (!live.isOn(ctx)) return
  const isFirst = after === ''
  const [[state], found] = await write(ctx, [
    isFirst ? claimRound(ctx, platform) : selectUsed(ctx, platform),
    selectWatched(ctx, poll, live),
  ])
  const channels = channelsOf(found)
  if (!state || channels.length === 0) return
  const need = { now: ctx.now, used: state.used, channels: channels.length }
  if (!isAffordable(platform, 'polls', need)) return rest(ctx, poll)
  const meter: Meter = { spent: 0 }
  const interval = intervalFor(ctx, platform, { used: state.used, found })
  const nextPollAt = isFirst ? beginOfMinute(ctx.now) + interval : undefined
  try {
    const changed = await askAndSave(ctx, poll, { channels, interval, nextPollAt, meter })
    if (changed.length > 0) {
      await purgeAfter(ctx, ...changed.map((id) => ({ type: 'event', id }) as const))
    }
  } catch (error) {
    const isPassedOver = isOfPage(platform, error)
    const again = isPassedOver ? nextPollAt : retryTime(ctx, platform, error)
    await write(ctx, [settle(ctx, { platform, spent: meter.spent, nextPollAt: again })])
    if (!isPassedOver) return
  }
  if (channels.length === live.perMessage) await askForNext(ctx, poll, channels)
}

async function askForNext(
  ctx: Ctx<System>,
  poll: Poll,
  channels: readonly Channel[],
): Promise<void> {
  const last = channels.at(-1)
  if (last) await ctx.send([{ ...poll, after: last.nameKey }])
}

type Need = { used: number; found: readonly WatchedRow[] }

function intervalFor({ now }: Ctx, platform: Platform, { used, found }: Need): number {
  return pollInterval(platform, { now, used, channels: found[0]?.channels ?? 0 })
}

/** What is left of the day's units is not enough: until the next day there is only the clock. */
async function rest(ctx: Ctx<System>, { platform }: Poll): Promise<void> {
  console.warn(JSON.stringify({ live: platform, fault: 'budget spent' }))
  const nextPollAt = nextQuotaDay(ctx.now)
  await write(ctx, [settle(ctx, { platform, spent: 0, nextPollAt })])
}

type Channel = Omit<Watched, 'platformId'> &
  Pick<WatchedRow, 'name' | 'platformId' | 'checkedAt'> & { events: WatchedRow[] }

/** Rows come by channel: each channel once, with its events. */
function channelsOf(rows: readonly WatchedRow[]): Channel[] {
  const all = new Map<string, Channel>()
  for (const row of rows) {
    const { nameKey, name, platformId, uploadsId, checkedAt } = row
    const facts = { nameKey, name, platformId, uploadsId, checkedAt }
    const channel = all.get(nameKey) ?? { ...facts, streamId: null, hints: [], events: [] }
    channel.events.push(row)
    channel.hints.push(...videoIn(row.proofUrl))
    if (row.wasOnAir) channel.streamId = row.streamId
    all.set(nameKey, channel)
  }
  return [...all.values()]
}

const videoPage =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/

/** The broadcast that an announcement is the page of. */
function videoIn(url: string): string[] {
  const id = videoPage.exec(url)?.[1]
  return id ? [id] : []
}

/** One that nobody knows is not asked after. */
function toWatched(channel: Channel, identity: Identity | undefined): Watched[] {
  const platformId = identity?.platformId ?? channel.platformId
  const uploadsId = identity?.uploadsId ?? channel.uploadsId
  const { nameKey, streamId, hints } = channel
  return platformId === null ? [] : [{ nameKey, platformId, uploadsId, streamId, hints }]
}

type Round = {
  channels: readonly Channel[]
  interval: number
  nextPollAt: number | undefined
  meter: Meter
}

/** Which events changed in a way that pages show. */
async function askAndSave(
  ctx: Ctx<System>,
  { platform }: Poll,
  { channels, interval, nextPollAt, meter }: Round,
): Promise<EventId[]> {
  const live = livePlatforms[platform]
  const strangers = channels.filter((one) => isToIdentify(one, ctx.now))
  const identities = await live.identify(ctx, strangers, meter)
  const watched = channels.flatMap((one) => toWatched(one, identities.get(one.nameKey)))
  const broadcasts = await live.broadcasts(ctx, watched, meter)
  const sightings = channels.flatMap(({ nameKey, events }) => {
    const broadcast = broadcasts.get(nameKey)
    return broadcast === undefined ? [] : events.map((row) => sightingOf(row, broadcast, ctx.now))
  })
  const checked = strangers.map((one) => judge(one, identities.get(one.nameKey), undefined))
  await write(ctx, [
    saveChannels(ctx, platform, checked),
    saveSightings(ctx, { platform, interval, sightings }),
    settle(ctx, { platform, spent: meter.spent, nextPollAt }),
  ])
  return sightings.filter(({ isChanged }) => isChanged).map(({ eventId }) => eventId)
}
