import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import { featurePlatforms, type Platform } from '#worker/contracts/platforms.ts'
import { parseYoutubeVideoId } from '#worker/contracts/video-links.ts'
import { e, g } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { isChannelOptedOut } from '#worker/features/directory/opt-outs/opt-out-rows.ts'
import { booleanSql, nullable, type RowOf } from '#worker/db/row.ts'
import { channels, platformPictures } from '#worker/db/schema/live.ts'
import { select, selectFirst } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { jsonField, jsonRows, update } from '#worker/db/writes.ts'
import {
  queuePictureFetch,
  savePictureSources,
  type PictureSource,
} from '#worker/features/media/platform-pictures/picture-sources.ts'
import type { QuotaMeter } from '#worker/integrations/streaming-platform.ts'
import { fetchTwitchBoxArt, gamesPerCall } from '#worker/integrations/twitch/games.ts'
import { findVideoPictures, videosPerCall } from '#worker/integrations/youtube/video-pictures.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { listEnabledPlatforms, findLivePlatform } from '#worker/integrations/live-platforms.ts'
import { isWithinQuota } from './quota.ts'
import { logIfRequestFault, recordQuotaUsage, computeRetryTime, selectUsedQuota } from './states.ts'

/** A little less than these, so that an hourly job keeps to the hour. */
const slackMs = 10 * 60_000
const weeklyMs = 7 * dayMs - slackMs
const dailyMs = dayMs - slackMs

const c = alias(channels, 'c')
const pp = alias(platformPictures, 'pp')

type PictureKind = 'game' | 'event'

function isPictureDue(kind: PictureKind, now: number) {
  return sql`${equals(pp.kind, kind)} and ${pp.askAt} <= ${now}`
}

const gameColumns = { subject: pp.subject, platformId: pp.platformId, name: g.name }

function selectDueGames({ now }: Ctx) {
  return select(
    gameColumns,
    sql`from ${pp} cross join ${g} on ${g.id} = cast(${pp.subject} as integer)
      where ${isPictureDue('game', now)} order by ${pp.askAt} limit ${gamesPerCall}`,
  )
}

const eventColumns = {
  subject: pp.subject,
  platform: e.platform,
  proofUrl: e.proofUrl,
  endAt: e.endAt,
  isApproved: booleanSql(equals(e.status, 'approved')),
  /** Null while nobody has looked it up. */
  channelId: nullable(c.platformId),
}
type DueEvent = RowOf<typeof eventColumns>

function selectDueEvents({ now }: Ctx) {
  return select(
    eventColumns,
    sql`from ${pp} cross join ${e} on ${e.id} = cast(${pp.subject} as integer)
      left join ${c} on ${equals(c.platform, featurePlatforms.videos)}
        and ${c.nameKey} = lower(ltrim(${e.streamingAccountName}, '@'))
      where ${isPictureDue('event', now)} and not ${isChannelOptedOut(e.platform, sql`lower(ltrim(${e.streamingAccountName}, '@'))`)} order by ${pp.askAt} limit ${videosPerCall}`,
  )
}

type PostponedPicture = { subject: string; askAt: number | null }
/** `sources`: what was answered; `later`: what is only to be asked after at another time. */
type PictureAnswer = { sources: PictureSource[]; later: PostponedPicture[] }

async function fetchGamePictures(
  ctx: Ctx<System>,
  due: readonly RowOf<typeof gameColumns>[],
): Promise<PictureAnswer> {
  const boxArt = await fetchTwitchBoxArt(ctx, due)
  const sources = due.map(({ subject }, index) => ({
    subject,
    url: null,
    ...boxArt[index],
    askAt: ctx.now + weeklyMs,
  }))
  return { sources, later: [] }
}

/** Videos of another channel than the event's say nothing about it. */
async function fetchVideoPictures(
  ctx: Ctx<System>,
  due: readonly DueEvent[],
  meter: QuotaMeter,
): Promise<PictureAnswer> {
  const later: PostponedPicture[] = []
  const videoEvents: (DueEvent & { videoId: string })[] = []
  for (const event of due) {
    const { subject, proofUrl, platform, endAt, isApproved } = event
    const videoId = platform === featurePlatforms.videos ? parseYoutubeVideoId(proofUrl) : undefined
    if (!videoId || endAt <= ctx.now) later.push({ subject, askAt: null })
    else if (isApproved) videoEvents.push({ ...event, videoId })
    else later.push({ subject, askAt: ctx.now + hourMs - slackMs })
  }
  const ids = [...new Set(videoEvents.map(({ videoId }) => videoId))]
  const videoPictures = await findVideoPictures(ctx, ids, meter)
  const sources = videoEvents.map(({ subject, videoId, channelId }) => {
    const video = videoPictures.get(videoId)
    const isOwn = channelId === null || channelId === video?.channelId
    return { subject, url: isOwn ? (video?.url ?? null) : null, askAt: ctx.now + dailyMs }
  })
  return { sources, later }
}

function postponePictures(kind: PictureKind, later: readonly PostponedPicture[]): Statement {
  return update(
    platformPictures,
    { askAt: jsonField<number | null>('askAt') },
    {
      from: jsonRows(later),
      where: sql`${equals(platformPictures.kind, kind)}
        and ${platformPictures.subject} = ${jsonField('subject')}`,
    },
  )
}

type DuePage = {
  subjects: string[]
  usedQuota: number
  ask: (meter: QuotaMeter) => Promise<PictureAnswer>
}
type PictureFetcher = {
  kind: PictureKind
  perMessage: number
  load: (ctx: Ctx<System>) => Promise<DuePage>
}

/** A platform has one kind at most of the pictures that are fetched on their own. */
const askers: Partial<Record<Platform, PictureFetcher>> = {
  [featurePlatforms.gamePictures]: {
    kind: 'game',
    perMessage: gamesPerCall,
    async load(ctx) {
      const { due, quota } = await read(ctx, {
        due: selectDueGames(ctx),
        quota: selectUsedQuota(ctx, featurePlatforms.gamePictures),
      })
      const subjects = due.map(({ subject }) => subject)
      return { subjects, usedQuota: quota?.used ?? 0, ask: () => fetchGamePictures(ctx, due) }
    },
  },
  [featurePlatforms.videos]: {
    kind: 'event',
    perMessage: videosPerCall,
    async load(ctx) {
      const { due, quota } = await read(ctx, {
        due: selectDueEvents(ctx),
        quota: selectUsedQuota(ctx, featurePlatforms.videos),
      })
      const subjects = due.map(({ subject }) => subject)
      const ask = (meter: QuotaMeter) => fetchVideoPictures(ctx, due, meter)
      return { subjects, usedQuota: quota?.used ?? 0, ask }
    },
  },
}

export async function queuePictureChecks(ctx: Ctx<System>): Promise<void> {
  const pictureQueries = listEnabledPlatforms(ctx).flatMap((platform) => {
    const kind = askers[platform]?.kind
    return kind ? [{ platform, kind }] : []
  })
  if (pictureQueries.length === 0) return
  const dueBySource = await read(
    ctx,
    pictureQueries.map(({ kind }) =>
      selectFirst({ kind: pp.kind }, sql`from ${pp} where ${isPictureDue(kind, ctx.now)} limit 1`),
    ),
  )
  const due = pictureQueries.filter((_, index) => dueBySource[index] !== undefined)
  if (due.length > 0) {
    await ctx.send(due.map(({ platform }) => ({ type: 'check_pictures', platform })))
  }
}

type CheckMessage = Extract<QueueMessage, { type: 'check_pictures' }>

export async function checkPictureBatch(ctx: Ctx<System>, check: CheckMessage): Promise<void> {
  const { platform } = check
  const asker = askers[platform]
  if (!asker || !findLivePlatform(ctx, platform)) return
  const { kind, perMessage, load } = asker
  const { subjects, usedQuota, ask } = await load(ctx)
  const need = { now: ctx.now, used: usedQuota, channels: 1 }
  if (subjects.length === 0 || !isWithinQuota(platform, 'checks', need)) return
  const meter: QuotaMeter = { spent: 0 }
  try {
    const { sources, later } = await ask(meter)
    const { saved } = await write(ctx, {
      saved: savePictureSources(ctx, { kind, platform }, sources),
      later: postponePictures(kind, later),
      quota: recordQuotaUsage(ctx, { platform, spent: meter.spent }),
    })
    await queuePictureFetch(ctx, saved)
  } catch (error) {
    const isPassedOver = logIfRequestFault(ctx, platform, error)
    const nextPollAt = isPassedOver ? undefined : computeRetryTime(ctx, platform, error)
    const later = subjects.map((subject) => ({ subject, askAt: ctx.now + dailyMs }))
    await write(ctx, {
      later: postponePictures(kind, isPassedOver ? later : []),
      quota: recordQuotaUsage(ctx, { platform, spent: meter.spent, nextPollAt }),
    })
    if (!isPassedOver) return
  }
  if (subjects.length === perMessage) await ctx.send([check])
}
