import * as v from 'valibot'
import { GameId, idParam, StreamerId } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  ChannelParams,
  DigestInput,
  NotificationSettingsView,
  NotificationsQuery,
  NotificationsView,
  QuietHoursInput,
  QuietHoursView,
  ReadInput,
  SwitchInput,
  SwitchView,
} from './contract.ts'
import { setDigest, setQuietHours } from '#worker/features/delivery-times/delivery-times.ts'
import { testDiscordWebhook } from './discord-test.ts'
import { listNotifications, markRead } from './inbox.ts'
import { getNotificationSettings, switchChannel, switchFollowed } from './preferences.ts'

export const notificationEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me/notifications',
    summary: 'The bell’s list, newest first, with the unread count',
    access: 'member',
    query: NotificationsQuery,
    answer: NotificationsView,
    run: (ctx, { query }) => listNotifications(ctx, query),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/notifications/read',
    summary: 'Mark the named notifications, or all, as read',
    access: 'member',
    body: ReadInput,
    answer: v.object({ unread_count: v.number() }),
    run: (ctx, { body }) => markRead(ctx, body),
  }),
  endpoint({
    method: 'get',
    path: '/users/me/notification_settings',
    summary: 'What the member hears of, by which channel and about whom',
    access: 'member',
    answer: NotificationSettingsView,
    run: (ctx) => getNotificationSettings(ctx),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/notification_settings/channels/:kind/:channel',
    summary: 'Switch one kind of notification on or off for one channel',
    access: 'member',
    params: ChannelParams,
    body: SwitchInput,
    answer: SwitchView,
    run: (ctx, { params, body }) => switchChannel(ctx, params, body),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/notification_settings/streamers/:id',
    summary: 'Switch notifications about a followed streamer on or off',
    access: 'contributor',
    params: v.object({ id: idParam(StreamerId) }),
    body: SwitchInput,
    answer: SwitchView,
    run: (ctx, { params, body }) => switchFollowed(ctx, { kind: 'streamer', id: params.id }, body),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/notification_settings/games/:id',
    summary: 'Switch notifications about a followed game on or off',
    access: 'contributor',
    params: v.object({ id: idParam(GameId) }),
    body: SwitchInput,
    answer: SwitchView,
    run: (ctx, { params, body }) => switchFollowed(ctx, { kind: 'game', id: params.id }, body),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/notification_settings/quiet_hours',
    summary: 'Say between which hours nothing that can wait is sent; nulls for none',
    access: 'member',
    body: QuietHoursInput,
    answer: QuietHoursView,
    run: (ctx, { body }) => setQuietHours(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/notification_settings/digest',
    summary: 'Hear of new events one by one, or together once a day or week',
    access: 'member',
    body: DigestInput,
    answer: DigestInput,
    run: (ctx, { body }) => setDigest(ctx, body),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/discord_webhook/test',
    summary: 'Send a test line to the member’s Discord webhook',
    access: 'member',
    run: (ctx) => testDiscordWebhook(ctx),
  }),
]
