import * as v from 'valibot'
import { GameId, GroupId, idParam, StreamerId } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  ChannelPreferenceParams,
  DigestInput,
  OwnMarks,
  NotificationSettingsView,
  NotificationsQuery,
  NotificationsView,
  QuietHoursInput,
  QuietHoursView,
  MarkReadInput,
  PreferenceSwitchInput,
  PreferenceSwitchView,
} from './contract.ts'
import { setDigest } from './preferences/digest-schedule.ts'
import { setGeneralMarks } from './preferences/own-marks.ts'
import { setQuietHours } from './preferences/quiet-hours.ts'
import { testDiscordWebhook } from './channels/test-webhook.ts'
import { listNotifications, markNotificationsRead } from './inbox.ts'
import {
  getNotificationSettings,
  setChannelPreference,
  setFollowPreference,
} from './preferences/preferences.ts'

export const notificationEndpoints = [
  endpoint({
    route: 'GET /users/me/notifications',
    operationId: 'listNotifications',
    summary: 'List notifications, newest first, with the unread count',
    access: 'member',
    query: NotificationsQuery,
    answer: NotificationsView,
    run: (ctx, { query }) => listNotifications(ctx, query),
  }),
  endpoint({
    route: 'PUT /users/me/notifications/read',
    operationId: 'markNotificationsRead',
    summary: 'Mark the given notifications, or all, as read',
    access: 'member',
    body: MarkReadInput,
    answer: v.object({ unread_count: v.number() }),
    run: (ctx, { body }) => markNotificationsRead(ctx, body),
  }),
  endpoint({
    route: 'GET /users/me/notification_settings',
    operationId: 'getNotificationSettings',
    summary: 'Get the notification preferences by kind, channel and followed subject',
    access: 'member',
    answer: NotificationSettingsView,
    run: (ctx) => getNotificationSettings(ctx),
  }),
  endpoint({
    route: 'PUT /users/me/notification_settings/channels/:kind/:channel',
    operationId: 'switchNotificationChannel',
    summary: 'Switch a kind of notification on or off for a channel',
    access: 'member',
    params: ChannelPreferenceParams,
    body: PreferenceSwitchInput,
    answer: PreferenceSwitchView,
    run: (ctx, { params, body }) => setChannelPreference(ctx, params, body),
  }),
  endpoint({
    route: 'PUT /users/me/notification_settings/streamers/:id',
    operationId: 'switchStreamerNotifications',
    summary: 'Switch notifications about a followed streamer on or off',
    access: 'contributor',
    params: v.object({ id: idParam(StreamerId) }),
    body: PreferenceSwitchInput,
    answer: PreferenceSwitchView,
    run: (ctx, { params, body }) =>
      setFollowPreference(ctx, { kind: 'streamer', id: params.id }, body),
  }),
  endpoint({
    route: 'PUT /users/me/notification_settings/games/:id',
    operationId: 'switchGameNotifications',
    summary: 'Switch notifications about a followed game on or off',
    access: 'contributor',
    params: v.object({ id: idParam(GameId) }),
    body: PreferenceSwitchInput,
    answer: PreferenceSwitchView,
    run: (ctx, { params, body }) => setFollowPreference(ctx, { kind: 'game', id: params.id }, body),
  }),
  endpoint({
    route: 'PUT /users/me/notification_settings/groups/:id',
    operationId: 'switchGroupNotifications',
    summary: 'Switch notifications about a followed event group on or off',
    access: 'contributor',
    params: v.object({ id: idParam(GroupId) }),
    body: PreferenceSwitchInput,
    answer: PreferenceSwitchView,
    run: (ctx, { params, body }) =>
      setFollowPreference(ctx, { kind: 'group', id: params.id }, body),
  }),
  endpoint({
    route: 'PUT /users/me/notification_settings/quiet_hours',
    operationId: 'setQuietHours',
    summary:
      'Set the quiet hours, during which notifications that can wait are held back; nulls remove them',
    access: 'member',
    body: QuietHoursInput,
    answer: QuietHoursView,
    run: (ctx, { body }) => setQuietHours(ctx, body),
  }),
  endpoint({
    route: 'PUT /users/me/notification_settings/own_marks',
    operationId: 'setOwnReminderMarks',
    summary:
      'Choose up to two reminders beside those of 24 h and 1 h, for hyped events without a choice of their own',
    access: 'member',
    body: OwnMarks,
    answer: OwnMarks,
    errors: { conflict: ['mark_needs_push'] },
    run: (ctx, { body }) => setGeneralMarks(ctx, body),
  }),
  endpoint({
    route: 'PUT /users/me/notification_settings/digest',
    operationId: 'setDigest',
    summary: 'Receive notifications of new events instantly, or as a daily or weekly digest',
    access: 'member',
    body: DigestInput,
    answer: DigestInput,
    run: (ctx, { body }) => setDigest(ctx, body),
  }),
  endpoint({
    route: 'POST /users/me/discord_webhook/test',
    operationId: 'testDiscordWebhook',
    summary: 'Send a test message to the Discord webhook',
    access: 'member',
    errors: { conflict: ['discord_test_failed', 'no_discord_webhook'] },
    run: (ctx) => testDiscordWebhook(ctx),
  }),
]
