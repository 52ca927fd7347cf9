import * as v from 'valibot'
import { idParam, StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import { EventsPage } from '#worker/features/events/contract.ts'
import { maxAgeUntilPhaseChange } from '#worker/features/events/event-rows.ts'
import { PlatformPictureInput } from '#worker/features/media/platform-pictures/contract.ts'
import { showMyChannelPicture } from './channel-pictures.ts'
import { ListingInput } from '#worker/features/directory/opt-outs/contract.ts'
import { listMyself } from '#worker/features/directory/opt-outs/listing.ts'
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
import { listEmergingStreamers, listFeaturedStreamers, listStreamers } from './streamer-list.ts'
import {
  getStreamer,
  listLessFollowedStreamers,
  listRecommendedStreamers,
  listStreamerEvents,
} from './streamer-page.ts'
import { addStreamingAccount, removeStreamingAccount } from './streaming-accounts.ts'

const byId = v.object({ id: idParam(StreamerId) })

export const streamerEndpoints = [
  endpoint({
    route: 'GET /streamers',
    operationId: 'listStreamers',
    summary: 'List streamers by followers, by name or in random order with a seed',
    access: 'visitor',
    query: StreamersQuery,
    answer: StreamersPage,
    run: (ctx, { query }) => listStreamers(ctx, query),
  }),
  endpoint({
    route: 'GET /streamers/featured',
    operationId: 'listFeaturedStreamers',
    summary: 'List featured streamers: chosen by the team, then by the hypes of their next events',
    access: 'visitor',
    query: StreamerItemsQuery,
    answer: StreamerItems,
    run: (ctx, { query }) => listFeaturedStreamers(ctx, query.limit),
  }),
  endpoint({
    route: 'GET /streamers/emerging',
    operationId: 'listEmergingStreamers',
    summary:
      'List streamers with a small platform audience who gained the most followers in 30 days',
    access: 'visitor',
    query: StreamerItemsQuery,
    answer: StreamerItems,
    run: (ctx, { query }) => listEmergingStreamers(ctx, query.limit),
  }),
  endpoint({
    route: 'GET /streamers/:id',
    operationId: 'getStreamer',
    summary: 'Get a streamer',
    access: 'visitor',
    params: byId,
    answer: StreamerView,
    run: (ctx, { params }) => getStreamer(ctx, params.id),
  }),
  endpoint({
    route: 'GET /streamers/:id/events',
    operationId: 'listStreamerEvents',
    summary: 'List the upcoming or past events of a streamer, or both',
    access: 'visitor',
    params: byId,
    query: StreamerEventsQuery,
    answer: EventsPage,
    maxAge: ({ items }, { now }) => maxAgeUntilPhaseChange(items, now),
    run: (ctx, { params, query }) => listStreamerEvents(ctx, params.id, query),
  }),
  endpoint({
    route: 'GET /streamers/:id/recommended',
    operationId: 'listRecommendedStreamers',
    summary: 'List streamers that the followers of a streamer follow too',
    access: 'visitor',
    params: byId,
    query: StreamerItemsQuery,
    answer: StreamerItems,
    run: (ctx, { params, query }) => listRecommendedStreamers(ctx, params.id, query),
  }),
  endpoint({
    route: 'GET /streamers/:id/discovery',
    operationId: 'listStreamersToDiscover',
    summary: 'List less known streamers of the same games who have upcoming events',
    access: 'visitor',
    params: byId,
    query: StreamerItemsQuery,
    answer: StreamerItems,
    run: (ctx, { params, query }) => listLessFollowedStreamers(ctx, params.id, query),
  }),
  endpoint({
    route: 'POST /users/me/streamer',
    operationId: 'createMyStreamer',
    summary: 'Create the streamer profile of the member from their connected channels',
    access: 'contributor',
    errors: { conflict: ['streamer_exists'] },
    body: MyStreamerInput,
    status: 201,
    answer: MyStreamerView,
    run: (ctx, { body }) => createMyStreamer(ctx, body),
  }),
  endpoint({
    route: 'PATCH /users/me/streamer',
    operationId: 'updateMyStreamer',
    summary: 'Change the streamer profile; omitted fields keep their value',
    access: 'contributor',
    errors: { conflict: ['no_streamer_profile'] },
    body: MyStreamerChange,
    answer: MyStreamerView,
    run: (ctx, { body }) => changeMyStreamer(ctx, body),
  }),
  endpoint({
    route: 'GET /users/me/streaming_accounts',
    operationId: 'listMyChannels',
    summary: 'List the channels of the member with their streamer profile',
    access: 'member',
    answer: MyStreamerView,
    run: (ctx) => getMyStreamer(ctx),
  }),
  endpoint({
    route: 'POST /users/me/streaming_accounts',
    operationId: 'addMyChannel',
    summary: 'Add a channel by its name or URL, unverified until proved or confirmed',
    access: 'contributor',
    errors: { conflict: ['account_taken', 'no_streamer_profile', 'too_many_accounts'] },
    body: StreamingAccountInput,
    answer: MyStreamerView,
    status: 201,
    run: (ctx, { body }) => addStreamingAccount(ctx, body),
  }),
  endpoint({
    route: 'DELETE /users/me/streaming_accounts/:id',
    operationId: 'removeMyChannel',
    summary: 'Remove a channel from the streamer profile',
    access: 'member',
    params: v.object({ id: idParam(StreamingAccountId) }),
    answer: MyStreamerView,
    run: (ctx, { params }) => removeStreamingAccount(ctx, params.id),
  }),
  endpoint({
    route: 'PUT /users/me/streaming_accounts/:id/platform_picture',
    operationId: 'showMyChannelPicture',
    summary: 'Remove the copy of the picture of a verified channel for good, or allow it again',
    access: 'member',
    params: v.object({ id: idParam(StreamingAccountId) }),
    body: PlatformPictureInput,
    answer: MyStreamerView,
    run: (ctx, { params, body }) => showMyChannelPicture(ctx, params.id, body.is_shown),
  }),
  endpoint({
    route: 'PUT /users/me/streamer/listing',
    operationId: 'listMyStreamer',
    summary:
      'Take the streamer profile with a verified channel out of lists, search and checks, or list it again',
    access: 'member',
    errors: { conflict: ['channel_not_proven', 'no_streamer_profile'] },
    body: ListingInput,
    answer: MyStreamerView,
    run: (ctx, { body }) => listMyself(ctx, body.is_listed),
  }),
]
