import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { callTwitchAsApp } from '#worker/integrations/twitch/app-client.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import {
  scheduleHorizonMs,
  defaultDurationMs,
  type FeedSnapshot,
  type ScheduledItem,
} from './scheduled-item.ts'
import type { ScheduleSource } from './source-rows.ts'

const Users = v.object({ data: v.array(v.object({ id: v.string() })) })
const At = v.pipe(v.string(), v.isoTimestamp())
const Segment = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(400)),
  start_time: At,
  end_time: v.nullish(At),
  title: v.nullish(v.string()),
  canceled_until: v.nullish(At),
  category: v.nullish(v.object({ name: v.string() })),
})
type Segment = v.InferOutput<typeof Segment>
const Vacation = v.object({ start_time: At, end_time: At })
const Schedule = v.object({
  data: v.object({
    segments: v.nullish(v.array(Segment)),
    vacation: v.nullish(Vacation),
  }),
  pagination: v.optional(v.object({ cursor: v.nullish(v.string()) })),
})
type Vacation = v.InferOutput<typeof Vacation>

const perPage = 25
const mostPages = 6

type ScheduleChannel = Pick<ScheduleSource, 'account' | 'platformId'>

/**
 * Within a page Twitch gives segments in no order that lasts, and some twice.
 * @throws UpstreamError; `refused` also where the channel has no schedule, which Twitch says at
 *   times of channels that have one: nothing may be concluded from it
 */
export async function readTwitchSchedule(
  ctx: Ctx,
  channel: ScheduleChannel,
): Promise<FeedSnapshot> {
  const broadcaster = channel.platformId ?? (await findBroadcasterId(ctx, channel.account))
  const items = new Map<string, ScheduledItem>()
  let after: string | undefined
  let isComplete = false
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({
      broadcaster_id: broadcaster,
      first: String(perPage),
      start_time: new Date(ctx.now).toISOString(),
      ...(after && { after }),
    })
    const { data, pagination } = await callTwitchAsApp(ctx, `schedule?${query}`, Schedule)
    const found = (data.segments ?? []).map((one) =>
      toScheduledItem(one, data.vacation ?? undefined),
    )
    const near = found.filter(({ startAt }) => startAt < ctx.now + scheduleHorizonMs)
    for (const item of near) items.set(item.uid, item)
    after = pagination?.cursor ?? undefined
    // Recurring segments go on for months: behind a page of distant ones nothing is near.
    isComplete = !after || (found.length > 0 && near.length === 0)
    if (isComplete) break
  }
  return {
    items: [...items.values()].toSorted((a, b) => a.startAt - b.startAt),
    unreadable: [],
    isComplete,
  }
}

/** A name may be somebody else's after a while: asked for only where nothing else is known yet. */
async function findBroadcasterId(ctx: Ctx, login: string): Promise<string> {
  const found = await callTwitchAsApp(ctx, `users?${new URLSearchParams({ login })}`, Users)
  const [user] = found.data
  if (!user) throw new UpstreamError('refused')
  return user.id
}

function toScheduledItem(segment: Segment, vacation: Vacation | undefined): ScheduledItem {
  const startAt = Date.parse(segment.start_time)
  const endAt = segment.end_time ? Date.parse(segment.end_time) : startAt
  return {
    uid: segment.id,
    name: segment.title?.trim() || segment.category?.name || '',
    description: '',
    startAt,
    endAt: endAt > startAt ? endAt : startAt + defaultDurationMs,
    timezone: null,
    isDateOnly: false,
    url: null,
    isOff: isSegmentSkipped(segment, startAt),
    ...(isWithinVacation(vacation, startAt) && { isPaused: true }),
  }
}

/** A skipped occurrence bears the end of the skip; one that was over before does not count. */
function isSegmentSkipped({ canceled_until: until }: Segment, startAt: number): boolean {
  return Boolean(until) && Date.parse(until ?? '') > startAt
}

function isWithinVacation(vacation: Vacation | undefined, startAt: number): boolean {
  if (!vacation) return false
  return Date.parse(vacation.start_time) <= startAt && startAt < Date.parse(vacation.end_time)
}
