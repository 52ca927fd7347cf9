import * as v from 'valibot'
import {
  asSystem,
  readAndRecordAttempt,
  write,
  type Contributor,
  type Ctx,
} from '#worker/context.ts'
import { hourMs } from '#worker/contracts/durations.ts'
import { featurePlatforms } from '#worker/contracts/platforms.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { AccountName, toSingleLine } from '#worker/contracts/text.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { parseYoutubeVideoId, youtubeVideoUrl } from '#worker/contracts/video-links.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  assertNotThrottled,
  recordAttempt,
  type RateLimit,
} from '#worker/request/attempt-limits.ts'
import { findLivePlatform } from '#worker/integrations/live-platforms.ts'
import { isWithinQuota, findNextQuotaDayStart } from '#worker/features/live/quota.ts'
import { recordQuotaUsage, selectUsedQuota } from '#worker/features/live/states.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import type { QuotaMeter } from '#worker/integrations/streaming-platform.ts'
import {
  findAnnouncedVideo,
  type AnnouncedVideo,
} from '#worker/integrations/youtube/announced-videos.ts'
import { EventInput } from '../contract.ts'
import type { VideoLookupInput, VideoView } from './contract.ts'

const platform = featurePlatforms.videos
/** All together spend at most a third of the day's units: see the quota. */
const lookupsPerHour = 20
const retryAfterSeconds = 60

function lookupRateLimit({ actor }: Ctx<Contributor>): RateLimit {
  return { hourly: [{ subject: `video_lookup:${actor.userId}`, limit: lookupsPerHour }] }
}

function createYoutubeError(retryAfter = retryAfterSeconds): AppError {
  return new AppError('unavailable', 'youtube_unavailable', { retryAfter })
}

/** @throws AppError `video_not_found`, `youtube_off`, `youtube_unavailable`, `too_many_attempts` */
export async function lookUpVideo(
  ctx: Ctx<Contributor>,
  { url }: VideoLookupInput,
): Promise<VideoView> {
  const isConfigured = findLivePlatform(ctx, platform) !== undefined
  const { quota, ...attempt } = await readAndRecordAttempt(ctx, {
    ...recordAttempt(ctx, isConfigured ? lookupRateLimit(ctx) : { hourly: [] }),
    quota: selectUsedQuota(ctx, platform),
  })
  assertNotThrottled(ctx, attempt)
  if (!isConfigured) throw new AppError('not_found', 'youtube_off')
  const need = { now: ctx.now, used: quota?.used ?? 0, channels: 1 }
  if (!isWithinQuota(platform, 'lookups', need)) {
    const untilNext = Math.min(findNextQuotaDayStart(ctx.now) - ctx.now, hourMs)
    throw createYoutubeError(Math.ceil(untilNext / 1000))
  }
  const id = parseYoutubeVideoId(url) ?? ''
  const video = await findVideoWithinQuota(ctx, id)
  if (!video) throw new AppError('not_found', 'video_not_found')
  return toVideoView(video, id)
}

async function findVideoWithinQuota(ctx: Ctx, id: string): ReturnType<typeof findAnnouncedVideo> {
  const meter: QuotaMeter = { spent: 0 }
  try {
    return await findAnnouncedVideo(ctx, id, meter)
  } catch (error) {
    throwVideoLookupError(ctx, error)
  } finally {
    await recordQuotaSpending(ctx, meter)
  }
}

function throwVideoLookupError({ log }: Ctx, error: unknown): never {
  if (!(error instanceof UpstreamError)) throw error
  log({
    event: 'platform_failed',
    platform,
    task: 'video_lookup',
    reason: error.kind,
  })
  throw error.kind === 'refused'
    ? new AppError('not_found', 'video_not_found')
    : createYoutubeError()
}

/** Spent units count, even where the session has ended meanwhile. */
async function recordQuotaSpending(ctx: Ctx, { spent }: QuotaMeter): Promise<void> {
  await write(asSystem(ctx), { quota: recordQuotaUsage(ctx, { platform, spent }) })
}

function parseOrNull<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, value)
  return parsed.success ? parsed.output : null
}

function toVideoView({ channelName, title, language, startAt }: AnnouncedVideo, id: string) {
  const account = parseOrNull(AccountName, channelName)
  if (account === null) throw new AppError('not_found', 'video_not_found')
  return {
    platform,
    streaming_account_name: account,
    name: parseOrNull(EventInput.entries.name, toSingleLine(title, 120)),
    language: parseOrNull(ContentLanguage, language?.slice(0, 2).toLowerCase()),
    start: startAt === undefined ? null : toInstant(startAt),
    url: youtubeVideoUrl(id),
  }
}
