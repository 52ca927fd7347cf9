import { read, type Ctx, type Member } from '#worker/context.ts'
import { selectSessions, toSessions } from '#worker/features/accounts/session-list.ts'
import { selectSettings, toSettings } from '#worker/features/accounts/settings.ts'
import { memberAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { selectMyEvents } from '#worker/features/moderation/proposals/proposal-lists.ts'
import { toProposals } from '#worker/features/moderation/proposals/proposal-rows.ts'
import {
  selectIdentities,
  selectOwnMethods,
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
import { selectHyped, toHyped } from '#worker/features/notifications/planned/hyped-events.ts'
import { selectProgress, toLevelInfo } from '#worker/features/gamification/ledger/progress.ts'
import { selectDevices, toDevices } from '#worker/features/notifications/push/devices.ts'
import { selectMySources, toSources } from '#worker/features/imports/schedules/sources.ts'
import {
  selectOwnStreamer,
  toMyStreamer,
} from '#worker/features/directory/streamers/my-streamer.ts'

const firstNotifications = { limit: 10 }
const firstHyped = { period: 'upcoming', limit: 10 } as const
const firstEvents = { period: 'upcoming', limit: 100 } as const

/** The member's agenda, in one round trip. */
export async function getAgendaPage(ctx: Ctx<Member>) {
  const found = await read(ctx, {
    feeds: selectCalendarFeeds(ctx),
    switches: selectNotificationPreferences(ctx),
    hyped: selectHyped(ctx, firstHyped),
  })
  return {
    feeds: toCalendarFeeds(ctx, found.feeds),
    notificationPreferences: toNotificationSettings(found.switches),
    hyped: toHyped(ctx, firstHyped, { ...found.hyped, switches: found.switches }),
  }
}

/** What reached the member and how the next will, in one round trip. */
export async function getNotificationsPage(ctx: Ctx<Member>) {
  const found = await read(ctx, {
    settings: selectSettings(ctx.actor),
    devices: selectDevices(ctx),
    inbox: selectInbox(ctx, firstNotifications),
    switches: selectNotificationPreferences(ctx),
  })
  return {
    settings: toSettings(ctx, found.settings),
    push: toDevices(ctx, found.devices),
    notifications: toInbox(ctx, firstNotifications.limit, found.inbox),
    notificationPreferences: toNotificationSettings(found.switches),
  }
}

/** The account with its streamer and proposals, in one round trip. */
export async function getAccountPage(ctx: Ctx<Member>) {
  const { userId } = ctx.actor
  const { settings: settingsRow, ...found } = await read(ctx, {
    settings: selectSettings(ctx.actor),
    progress: selectProgress(ctx.actor),
    sessions: selectSessions(ctx),
    identities: selectIdentities(ctx.actor),
    ownMethods: selectOwnMethods(ctx.actor),
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
    drawnAvatar: memberAvatarPath(userId, settings.profile.username),
    level: toLevelInfo(found.progress),
    sessions: toSessions(ctx, found.sessions),
    identities: toIdentities(ctx, found.identities, found.ownMethods),
    passkeys: toPasskeys(ctx, found.passkeys, found.passkeyState),
    streamer: toMyStreamer(found.streamer),
    schedules: toSources(ctx, found.sources),
    participations: found.participations.map(toParticipation),
    proposals: toProposals(ctx, found.events),
    period: firstEvents.period,
  }
}
