import * as v from 'valibot'
import { endpoint } from '#worker/http/endpoint.ts'
import { NotificationsQuery, NotificationsView, ReadInput } from './contract.ts'
import { testDiscordWebhook } from './discord-test.ts'
import { listNotifications, markRead } from './inbox.ts'

const Nothing = v.object({})

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
    method: 'post',
    path: '/users/me/discord_webhook/test',
    summary: 'Send a test line to the member’s Discord webhook',
    access: 'member',
    answer: Nothing,
    run: async (ctx) => {
      await testDiscordWebhook(ctx)
      return {}
    },
  }),
]
