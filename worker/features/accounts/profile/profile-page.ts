import { read, type Ctx, type Member } from '#worker/context.ts'
import { selectSessions, toSessions } from '#worker/features/accounts/session-list.ts'
import { selectSettings, toSettings } from '#worker/features/accounts/settings.ts'
import { avatarPath } from '#worker/features/media/generated-images/paths.ts'
import { selectMyEvents } from '#worker/features/moderation/proposals/proposal-lists.ts'
import { toProposals } from '#worker/features/moderation/proposals/proposal-rows.ts'
import {
  selectIdentities,
  selectPassword,
  toIdentities,
} from '#worker/features/accounts/identities/identities.ts'
import {
  selectCalendarFeeds,
  toCalendarFeeds,
} from '#worker/features/events/feeds/personal-feeds.ts'
import { selectInbox, toInbox } from '#worker/features/notifications/inbox.ts'
import {
  selectSwitches,
  toNotificationSettings,
} from '#worker/features/notifications/preferences/preferences.ts'
import { selectHyped, toHyped } from '#worker/features/notifications/planned/hyped-events.ts'
import { selectProgress, toLevelInfo } from '#worker/features/gamification/ledger/progress.ts'
import { selectDevices, toDevices } from '#worker/features/notifications/push/devices.ts'
import { selectMySources, toSources } from '#worker/features/imports/schedules/sources.ts'
import { selectOwn, toMyStreamer } from '#worker/features/directory/streamers/my-streamer.ts'

const firstNotifications = { limit: 10 }
const firstHyped = { period: 'upcoming', limit: 10 } as const
const firstEvents = { period: 'upcoming', limit: 100 } as const

/** All that the profile begins with, in one round trip. */
export async function getProfilePage(ctx: Ctx<Member>) {
  const { userId } = ctx.actor
  const [
    [settingsRow],
    standing,
    sessions,
    identities,
    [password],
    streamer,
    feeds,
    sources,
    devices,
    found,
    unread,
    preferences,
    choices,
    followedStreamers,
    followedGames,
    hyped,
    deliveries,
    webhook,
    ...events
  ] = await read(ctx, [
    selectSettings(ctx),
    selectProgress(ctx.actor),
    selectSessions(ctx),
    selectIdentities(ctx),
    selectPassword(ctx),
    selectOwn(ctx.actor),
    selectCalendarFeeds(ctx),
    selectMySources(ctx),
    selectDevices(ctx),
    ...selectInbox(ctx, firstNotifications),
    ...selectSwitches(ctx),
    ...selectHyped(ctx, firstHyped),
    ...selectMyEvents(ctx, firstEvents),
  ])
  const settings = toSettings(ctx, settingsRow)
  return {
    settings,
    drawnAvatar: avatarPath(userId, settings.profile.username),
    level: toLevelInfo(standing),
    sessions: toSessions(ctx, sessions),
    identities: toIdentities(ctx, identities, password),
    streamer: toMyStreamer(streamer),
    feeds: toCalendarFeeds(ctx, feeds),
    schedules: toSources(ctx, sources),
    push: toDevices(ctx, devices),
    notifications: toInbox(ctx, firstNotifications.limit, [found, unread]),
    notificationPreferences: toNotificationSettings([
      preferences,
      choices,
      followedStreamers,
      followedGames,
    ]),
    hyped: toHyped(ctx, firstHyped, [hyped, deliveries, webhook, preferences, choices]),
    proposals: toProposals(ctx, ...events),
    period: firstEvents.period,
  }
}
