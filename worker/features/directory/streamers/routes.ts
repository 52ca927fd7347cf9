import * as v from 'valibot'
import { idParam, StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import { EventsPage } from '#worker/features/events/contract.ts'
import { secondsUntilPhaseChange } from '#worker/features/events/event-rows.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  StreamerEventsQuery,
  StreamerItems,
  StreamerItemsQuery,
  StreamersPage,
  StreamersQuery,
  StreamerView,
} from './contract.ts'
import {
  MyStreamerChange,
  MyStreamerInput,
  MyStreamerView,
  StreamingAccountInput,
} from './my-contract.ts'
import { changeMyStreamer, createMyStreamer, getMyStreamer } from './my-streamer.ts'
import { listEmerging, listFeatured, listStreamers } from './streamer-list.ts'
import { getStreamer, listDiscovery, listRecommended, listStreamerEvents } from './streamer-page.ts'
import { addStreamingAccount, removeStreamingAccount } from './streaming-accounts.ts'

const byId = v.object({ id: idParam(StreamerId) })
const listFreshness = () => ({ maxAge: 60, tags: ['streamers' as const] })

export const streamerEndpoints = [
  endpoint({
    method: 'get',
    path: '/streamers',
    summary: 'Streamers by followers, by name or in an order that a seed keeps',
    access: 'visitor',
    query: StreamersQuery,
    answer: StreamersPage,
    freshness: listFreshness,
    run: (ctx, { query }) => listStreamers(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/streamers/featured',
    summary: 'Chosen by the team, then those whose next events are hyped most',
    access: 'visitor',
    query: StreamerItemsQuery,
    answer: StreamerItems,
    freshness: listFreshness,
    run: (ctx, { query }) => listFeatured(ctx, query.limit),
  }),
  endpoint({
    method: 'get',
    path: '/streamers/emerging',
    summary: 'Gained most followers here in 30 days, with a small audience elsewhere',
    access: 'visitor',
    query: StreamerItemsQuery,
    answer: StreamerItems,
    freshness: listFreshness,
    run: (ctx, { query }) => listEmerging(ctx, query.limit),
  }),
  endpoint({
    method: 'get',
    path: '/streamers/:id',
    summary: 'One streamer',
    access: 'visitor',
    params: byId,
    answer: StreamerView,
    freshness: ({ id }) => ({ maxAge: 60, tags: ['streamers', `streamer-${id}`] }),
    run: (ctx, { params }) => getStreamer(ctx, params.id),
  }),
  endpoint({
    method: 'get',
    path: '/streamers/:id/events',
    summary: 'Events with the streamer: coming up by start, past with the newest first, or both',
    access: 'visitor',
    params: byId,
    query: StreamerEventsQuery,
    answer: EventsPage,
    freshness: ({ items }, { now }) => ({
      maxAge: secondsUntilPhaseChange(items, now),
      tags: ['events', 'streamers'],
    }),
    run: (ctx, { params, query }) => listStreamerEvents(ctx, params.id, query),
  }),
  endpoint({
    method: 'get',
    path: '/streamers/:id/recommended',
    summary: 'Streamers that those who follow this one follow too',
    access: 'visitor',
    params: byId,
    query: StreamerItemsQuery,
    answer: StreamerItems,
    freshness: listFreshness,
    run: (ctx, { params, query }) => listRecommended(ctx, params.id, query),
  }),
  endpoint({
    method: 'get',
    path: '/streamers/:id/discovery',
    summary: 'Less known streamers who play the same and have an event to come',
    access: 'visitor',
    params: byId,
    query: StreamerItemsQuery,
    answer: StreamerItems,
    freshness: listFreshness,
    run: (ctx, { params, query }) => listDiscovery(ctx, params.id, query),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/streamer',
    summary: 'Become a streamer, with the channels that are connected',
    access: 'contributor',
    body: MyStreamerInput,
    status: 201,
    answer: MyStreamerView,
    run: (ctx, { body }) => createMyStreamer(ctx, body),
  }),
  endpoint({
    method: 'patch',
    path: '/users/me/streamer',
    summary: 'Change the streamer profile; what is not named stays',
    access: 'contributor',
    body: MyStreamerChange,
    answer: MyStreamerView,
    run: (ctx, { body }) => changeMyStreamer(ctx, body),
  }),
  endpoint({
    method: 'get',
    path: '/users/me/streaming_accounts',
    summary: 'The member’s streamer profile and streaming accounts',
    access: 'member',
    answer: MyStreamerView,
    run: (ctx) => getMyStreamer(ctx),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/streaming_accounts',
    summary: 'Add a channel by its name or address; it is verified once proved or confirmed',
    access: 'contributor',
    body: StreamingAccountInput,
    answer: MyStreamerView,
    status: 201,
    run: (ctx, { body }) => addStreamingAccount(ctx, body),
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/streaming_accounts/:id',
    summary: 'Take a streaming account out of the profile',
    access: 'member',
    params: v.object({ id: idParam(StreamingAccountId) }),
    answer: MyStreamerView,
    run: (ctx, { params }) => removeStreamingAccount(ctx, params.id),
  }),
]
