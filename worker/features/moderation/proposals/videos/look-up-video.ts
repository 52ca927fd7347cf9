import { Buffer } from 'node:buffer'
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
import { fetchPlatformPicture } from '#worker/integrations/platform-pictures/picture-host.ts'
import { readPicture } from '#worker/features/media/uploads/picture.ts'
import { pictureContentTypes } from '#worker/features/media/uploads/store-picture.ts'
import { EventInput } from '../contract.ts'
import type { VideoLookupInput, VideoView } from './contract.ts'

const platform = featurePlatforms.videos
/** All together spend at most a third of the day's units: see the quota. */
const lookupsPerHour = 20
const retryAfterSeconds = 60
const previewLimits = { maxBytes: 64 * 1024, timeoutMs: 1500 }

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
  return toVideoView(ctx, video, id)
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

async function toVideoView(ctx: Ctx, video: AnnouncedVideo, id: string): Promise<VideoView> {
  const account = parseOrNull(AccountName, video.channelName)
  if (account === null) throw new AppError('not_found', 'video_not_found')
  const [picture, channelPicture] = await Promise.all(
    [video.pictureUrl, video.channelPictureUrl].map((address) => fetchAsDataUrl(ctx, address)),
  )
  return {
    platform,
    streaming_account_name: account,
    channel_name: toSingleLine(video.channelTitle, 80) || account,
    channel_picture: channelPicture ?? null,
    picture: picture ?? null,
    name: parseOrNull(EventInput.entries.name, toSingleLine(video.title, 120)),
    language: parseOrNull(ContentLanguage, video.language?.slice(0, 2).toLowerCase()),
    start: video.startAt === undefined ? null : toInstant(video.startAt),
    url: youtubeVideoUrl(id),
  }
}

/** Somebody waits for it: a picture that is large or slow is left out. */
async function fetchAsDataUrl({ config }: Ctx, address: string | null): Promise<string | null> {
  if (address === null) return null
  const fetched = await fetchPlatformPicture({ platform, address, config }, previewLimits)
  const picture = fetched.outcome === 'fetched' ? readPicture(fetched.bytes) : undefined
  if (!picture) return null
  return `data:${pictureContentTypes[picture.kind]};base64,${Buffer.from(picture.bytes).toString('base64')}`
}
