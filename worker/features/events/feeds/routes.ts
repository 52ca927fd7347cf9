import * as v from 'valibot'
import { CalendarFeedId, idParam } from '#worker/contracts/ids.ts'
import { describeFileEndpoint, endpoint } from '#worker/api/endpoint.ts'
import {
  CalendarFeedInput,
  CalendarFeedsView,
  CalendarFeedView,
  FeedQuery,
  LanguageQuery,
  PersonalFeedQuery,
} from './contract.ts'
import { createCalendarFeed, listCalendarFeeds, revokeCalendarFeed } from './personal-feeds.ts'
import { webFeedFormats, webFeedTypes } from '#worker/feeds/web-feed.ts'

const calendarTypes = ['text/calendar']

export const eventFeedFiles = [
  describeFileEndpoint({
    path: '/feeds/events.:form',
    operationId: 'getEventFeed',
    summary: 'Get events as a calendar or feed, by the filters of the list',
    params: v.object({ form: v.picklist(['ics', ...webFeedFormats]) }),
    query: FeedQuery,
    contentTypes: [...calendarTypes, ...Object.values(webFeedTypes)],
    isCacheable: true,
  }),
  describeFileEndpoint({
    path: '/feeds/events/:slug.ics',
    operationId: 'getEventFile',
    summary: 'Get one event as a calendar file',
    params: v.object({ slug: v.string() }),
    query: LanguageQuery,
    contentTypes: calendarTypes,
    isCacheable: true,
  }),
  describeFileEndpoint({
    path: '/feeds/me/:token.ics',
    operationId: 'getPersonalCalendar',
    summary: 'Get the calendar of a member by its secret address',
    params: v.object({ token: v.string() }),
    query: PersonalFeedQuery,
    contentTypes: calendarTypes,
    isCacheable: false,
  }),
]

export const feedEndpoints = [
  endpoint({
    route: 'GET /users/me/calendar_feeds',
    operationId: 'listCalendarFeeds',
    summary: 'List the calendar feeds of the member with their secret URLs',
    access: 'member',
    answer: CalendarFeedsView,
    run: (ctx) => listCalendarFeeds(ctx),
  }),
  endpoint({
    route: 'POST /users/me/calendar_feeds',
    operationId: 'createCalendarFeed',
    summary:
      'Create a calendar feed of hyped or followed events, or both; `?alarm=60` in its URL adds a reminder',
    access: 'member',
    errors: { conflict: ['too_many_calendar_feeds'], forbidden: ['verify_email_first'] },
    body: CalendarFeedInput,
    status: 201,
    answer: CalendarFeedView,
    run: (ctx, { body }) => createCalendarFeed(ctx, body),
  }),
  endpoint({
    route: 'DELETE /users/me/calendar_feeds/:id',
    operationId: 'revokeCalendarFeed',
    summary: 'Revoke a calendar feed; its URL stops working',
    access: 'member',
    params: v.object({ id: idParam(CalendarFeedId) }),
    status: 204,
    run: (ctx, { params }) => revokeCalendarFeed(ctx, params.id),
  }),
]
