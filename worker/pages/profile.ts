import { selectOwnReports, toOwnReports } from '#worker/features/moderation/reports/own-reports.ts'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { selectSessions, toSessions } from '#worker/features/accounts/session-list.ts'
import { selectSettings, toSettings } from '#worker/features/accounts/settings.ts'
import { memberAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { selectMyEvents } from '#worker/features/moderation/proposals/proposal-lists.ts'
import { toProposals } from '#worker/features/moderation/proposals/proposal-rows.ts'
import { selectIdentities, toIdentities } from '#worker/features/accounts/identities/identities.ts'
import { selectPasskeys, toPasskeys } from '#worker/features/accounts/passkeys/passkeys.ts'
import {
  selectCalendarFeeds,
  toCalendarFeeds,
} from '#worker/features/events/feeds/personal-feeds.ts'
import {
  selectParticipations,
  toParticipation,
} from '#worker/features/moderation/participation/participation-rows.ts'
import { selectInbox, toInbox } from '#worker/features/notifications/inbox.ts'
import {
  selectNotificationPreferences,
  toNotificationSettings,
} from '#worker/features/notifications/preferences/preferences.ts'
import { selectMyWeek, toMyWeek } from '#worker/features/notifications/planned/my-week.ts'
import {
  selectStreamerCandidates,
  toPopularStreamers,
} from '#worker/features/accounts/onboarding/suggestions.ts'
import { selectProgress, toLevelInfo } from '#worker/features/gamification/ledger/progress.ts'
import { selectDevices, toDevices } from '#worker/features/notifications/push/devices.ts'
import { selectMySources, toSourcesView } from '#worker/features/imports/schedules/sources.ts'
import {
  selectOwnStreamer,
  toMyStreamer,
} from '#worker/features/directory/streamers/my-streamer.ts'

const firstNotifications = { limit: 10 }
const firstEvents = { period: 'upcoming', limit: 100 } as const
const suggestedCount = 3

/** `day`: the first of the seven; today without one. */
export async function getAgendaPage(ctx: Ctx<Member>, day: string | undefined) {
  const { week, switches, suggested } = await read(ctx, {
    week: selectMyWeek(ctx, day),
    switches: selectNotificationPreferences(ctx),
    suggested: selectStreamerCandidates(ctx, suggestedCount),
  })
  const unfollowed = suggested.filter(({ isFollowed }) => !isFollowed)
  return {
    week: toMyWeek(ctx, day, { ...week, switches }),
    follows: toNotificationSettings(switches),
    suggested: toPopularStreamers(unfollowed, suggestedCount),
  }
}

export async function getFollowingPage(ctx: Ctx<Member>) {
  return toNotificationSettings(await read(ctx, selectNotificationPreferences(ctx)))
}

export async function getCalendarsPage(ctx: Ctx<Member>) {
  const { feeds } = await read(ctx, { feeds: selectCalendarFeeds(ctx.actor) })
  return toCalendarFeeds(ctx, feeds)
}

export async function getOwnEventsPage(ctx: Ctx<Member>) {
  const { events } = await read(ctx, { events: selectMyEvents(ctx, firstEvents) })
  return { proposals: toProposals(ctx, events), period: firstEvents.period }
}

export async function getNotificationsPage(ctx: Ctx<Member>) {
  const tabRows = await read(ctx, {
    settings: selectSettings(ctx.actor),
    devices: selectDevices(ctx),
    inbox: selectInbox(ctx, firstNotifications),
    switches: selectNotificationPreferences(ctx),
  })
  return {
    settings: toSettings(ctx, tabRows.settings),
    push: toDevices(ctx, tabRows.devices),
    notifications: toInbox(ctx, firstNotifications.limit, tabRows.inbox),
    notificationPreferences: toNotificationSettings(tabRows.switches),
  }
}

export async function getAccountPage(ctx: Ctx<Member>) {
  const found = await read(ctx, {
    settings: selectSettings(ctx.actor),
    progress: selectProgress(ctx.actor),
    reports: selectOwnReports(ctx.actor),
    identities: selectIdentities(ctx.actor),
  })
  const settings = toSettings(ctx, found.settings)
  return {
    settings,
    drawnAvatar: memberAvatarPath(ctx.actor.userId),
    level: toLevelInfo(found.progress),
    identities: toIdentities(ctx, found.identities),
    reports: toOwnReports(found.reports),
  }
}

export async function getSecurityPage(ctx: Ctx<Member>) {
  const found = await read(ctx, {
    settings: selectSettings(ctx.actor),
    sessions: selectSessions(ctx),
    passkeys: selectPasskeys(ctx.actor),
    identities: selectIdentities(ctx.actor),
  })
  return {
    settings: toSettings(ctx, found.settings),
    sessions: toSessions(ctx, found.sessions),
    identities: toIdentities(ctx, found.identities),
    passkeys: toPasskeys(ctx, found.passkeys),
  }
}

export async function getOwnStreamerPage(ctx: Ctx<Member>) {
  const found = await read(ctx, {
    settings: selectSettings(ctx.actor),
    streamer: selectOwnStreamer(ctx.actor),
    sources: selectMySources(ctx),
    participations: selectParticipations(ctx.now, ctx.actor.userId),
    identities: selectIdentities(ctx.actor),
  })
  return {
    settings: toSettings(ctx, found.settings),
    streamer: toMyStreamer(found.streamer),
    schedules: toSourcesView(ctx, found.sources),
    participations: found.participations.map(toParticipation),
    identities: toIdentities(ctx, found.identities),
  }
}
