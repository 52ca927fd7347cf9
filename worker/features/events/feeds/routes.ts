import * as v from 'valibot'
import { CalendarFeedId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { CalendarFeedInput, CalendarFeedsView, CalendarFeedView } from './contract.ts'
import { createCalendarFeed, listCalendarFeeds, revokeCalendarFeed } from './personal-feeds.ts'

export const feedEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me/calendar_feeds',
    summary: 'The signed-in member’s own calendar feeds, with their secret addresses',
    access: 'member',
    answer: CalendarFeedsView,
    run: (ctx) => listCalendarFeeds(ctx),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/calendar_feeds',
    summary:
      'Make a calendar feed of hyped or followed events, or both; `?alarm=60` in its address adds a reminder',
    access: 'member',
    body: CalendarFeedInput,
    status: 201,
    answer: CalendarFeedView,
    run: (ctx, { body }) => createCalendarFeed(ctx, body),
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/calendar_feeds/:id',
    summary: 'Revoke a calendar feed: its address answers no more',
    access: 'member',
    params: v.object({ id: idParam(CalendarFeedId) }),
    status: 204,
    run: (ctx, { params }) => revokeCalendarFeed(ctx, params.id),
  }),
]
