import type { Ctx, System } from '#worker/context.ts'
import { closeInactiveAccounts } from '#worker/features/accounts/profile/inactive-accounts.ts'
import { requestMissingCards } from '#worker/features/social-cards/cards.ts'
import { recordJobStart, settleJobParts, type RunOutcome } from './job-runs.ts'
import { deleteStartedDigestItems } from '#worker/features/notifications/fan-out/digests.ts'
import { planReminders } from '#worker/features/notifications/fan-out/plan-reminders.ts'
import { renewEvenings } from '#worker/features/notifications/fan-out/evenings.ts'
import { deleteExpiredLeaderboardEntries } from '#worker/features/gamification/ledger/periods.ts'
import { foldOldEntries } from '#worker/features/gamification/ledger/fold-entries.ts'
import { revokeStoredTokens } from '#worker/features/directory/followed-channels/twitch-tokens.ts'
import { applyChannelRenames } from '#worker/features/directory/streamers/new-name.ts'
import { queueChannelChecks } from '#worker/features/live/check-channels.ts'
import { queuePictureChecks } from '#worker/features/live/check-pictures.ts'
import { queueNewAchievementRules } from '#worker/features/gamification/ledger/new-rules.ts'
import { queueScheduleRuns } from '#worker/features/imports/schedules/run-source.ts'
import { mergeSearchIndex } from '#worker/features/search/merge-index.ts'
import { storeSitemaps } from '#worker/pages/sitemaps/sitemaps.ts'
import { queueDuePictureFetch } from '#worker/features/media/platform-pictures/fetch-pictures.ts'
import { deleteExpiredJournal } from '#worker/features/operations/journal/store-journal.ts'
import { deleteExpiredRows } from '#worker/features/operations/retention/retention.ts'
import { backfillNameSkeletons } from '#worker/features/directory/streamers/display-names.ts'
import { removeUnusedPictures } from '#worker/features/media/uploads/remove-media.ts'

export async function runHourlyJob(ctx: Ctx<System>): Promise<RunOutcome> {
  await recordJobStart(ctx, 'hour')
  await settleJobParts({
    sitemaps: storeSitemaps(ctx),
    search_index: mergeSearchIndex(ctx),
    cards: requestMissingCards(ctx),
    retention: deleteExpiredRows(ctx),
    inactive_accounts: closeInactiveAccounts(ctx),
    journal: deleteExpiredJournal(ctx),
    digest_items: deleteStartedDigestItems(ctx),
    reminder_plans: planReminders(ctx),
    evenings: renewEvenings(ctx),
    periods: deleteExpiredLeaderboardEntries(ctx),
    folded_entries: foldOldEntries(ctx),
    streamer_names: backfillNameSkeletons(ctx),
    uploads: removeUnusedPictures(ctx),
    channels: queueChannelChecks(ctx),
    renamed_channels: applyChannelRenames(ctx),
    picture_checks: queuePictureChecks(ctx),
    pictures: queueDuePictureFetch(ctx),
    schedules: queueScheduleRuns(ctx),
    stored_tokens: revokeStoredTokens(ctx),
    achievement_rules: queueNewAchievementRules(ctx),
  })
  return 'done'
}
