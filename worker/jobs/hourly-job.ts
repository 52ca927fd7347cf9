import type { Ctx, System } from '#worker/context.ts'
import { requestMissingCards } from '#worker/features/social-cards/cards.ts'
import { recordJobStart, settleJobParts, type RunOutcome } from './job-runs.ts'
import { deleteStartedDigestItems } from '#worker/features/notifications/fan-out/digests.ts'
import { deleteOldPeriods } from '#worker/features/gamification/ledger/periods.ts'
import { renameMovedChannels } from '#worker/features/directory/streamers/new-name.ts'
import { checkChannels } from '#worker/features/live/check-channels.ts'
import { checkPictures } from '#worker/features/live/check-pictures.ts'
import { queueNewAchievementRules } from '#worker/features/gamification/ledger/new-rules.ts'
import { queueScheduleRuns } from '#worker/features/imports/schedules/run-source.ts'
import { mergeSearchIndex } from '#worker/features/search/merge-index.ts'
import { storeSitemaps } from '#worker/pages/sitemaps/sitemaps.ts'
import { queueDuePictures } from '#worker/features/media/platform-pictures/fetch-pictures.ts'
import { deleteExpiredRows } from '#worker/features/operations/retention/retention.ts'
import { readStreamerNames } from '#worker/features/directory/streamers/display-names.ts'
import { removeUnusedPictures } from '#worker/features/media/uploads/remove-media.ts'

export async function runHourlyJob(ctx: Ctx<System>): Promise<RunOutcome> {
  await recordJobStart(ctx, 'hour')
  await settleJobParts({
    sitemaps: storeSitemaps(ctx),
    search_index: mergeSearchIndex(ctx),
    cards: requestMissingCards(ctx),
    retention: deleteExpiredRows(ctx),
    digest_items: deleteStartedDigestItems(ctx),
    periods: deleteOldPeriods(ctx),
    streamer_names: readStreamerNames(ctx),
    uploads: removeUnusedPictures(ctx),
    channels: checkChannels(ctx),
    renamed_channels: renameMovedChannels(ctx),
    picture_checks: checkPictures(ctx),
    pictures: queueDuePictures(ctx),
    schedules: queueScheduleRuns(ctx),
    achievement_rules: queueNewAchievementRules(ctx),
  })
  return 'done'
}
