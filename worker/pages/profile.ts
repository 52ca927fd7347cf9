import { read, type Ctx, type Member } from '#worker/context.ts'
import { selectSessions, toSessions } from '#worker/features/accounts/session-list.ts'
import { selectSettings, toSettings } from '#worker/features/accounts/settings.ts'
import { memberAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { selectMyEvents } from '#worker/features/moderation/proposals/proposal-lists.ts'
import { toProposals } from '#worker/features/moderation/proposals/proposal-rows.ts'
import {
  selectIdentities,
  selectOwnSignInMethods,
  toIdentities,
} from '#worker/features/accounts/identities/identities.ts'
import {
  selectPasskeys,
  selectPasskeyState,
  toPasskeys,
} from '#worker/features/accounts/passkeys/passkeys.ts'
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
import {
  selectHypedEvents,
  toHypedEventsView,
} from '#worker/features/notifications/planned/hyped-events.ts'
import { selectProgress, toLevelInfo } from '#worker/features/gamification/ledger/progress.ts'
import { selectDevices, toDevices } from '#worker/features/notifications/push/devices.ts'
import { selectMySources, toSourcesView } from '#worker/features/imports/schedules/sources.ts'
import {
  selectOwnStreamer,
  toMyStreamer,
} from '#worker/features/directory/streamers/my-streamer.ts'

const firstNotifications = { limit: 10 }
const firstHyped = { period: 'upcoming', limit: 10 } as const
const firstEvents = { period: 'upcoming', limit: 100 } as const

export async function getAgendaPage(ctx: Ctx<Member>) {
  const tabRows = await read(ctx, {
    feeds: selectCalendarFeeds(ctx),
    switches: selectNotificationPreferences(ctx),
    hyped: selectHypedEvents(ctx, firstHyped),
  })
  return {
    feeds: toCalendarFeeds(ctx, tabRows.feeds),
    notificationPreferences: toNotificationSettings(tabRows.switches),
    hyped: toHypedEventsView(ctx, firstHyped, { ...tabRows.hyped, switches: tabRows.switches }),
  }
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
  const { userId } = ctx.actor
  const { settings: settingsRow, ...tabRows } = await read(ctx, {
    settings: selectSettings(ctx.actor),
    progress: selectProgress(ctx.actor),
    sessions: selectSessions(ctx),
    identities: selectIdentities(ctx.actor),
    ownMethods: selectOwnSignInMethods(ctx.actor),
    passkeys: selectPasskeys(ctx.actor),
    passkeyState: selectPasskeyState(ctx.actor),
    streamer: selectOwnStreamer(ctx.actor),
    sources: selectMySources(ctx),
    participations: selectParticipations(ctx.now, userId),
    events: selectMyEvents(ctx, firstEvents),
  })
  const settings = toSettings(ctx, settingsRow)
  return {
    settings,
    drawnAvatar: memberAvatarPath(userId),
    level: toLevelInfo(tabRows.progress),
    sessions: toSessions(ctx, tabRows.sessions),
    identities: toIdentities(ctx, tabRows.identities, tabRows.ownMethods),
    passkeys: toPasskeys(ctx, tabRows.passkeys, tabRows.passkeyState),
    streamer: toMyStreamer(tabRows.streamer),
    schedules: toSourcesView(ctx, tabRows.sources),
    participations: tabRows.participations.map(toParticipation),
    proposals: toProposals(ctx, tabRows.events),
    period: firstEvents.period,
  }
}
