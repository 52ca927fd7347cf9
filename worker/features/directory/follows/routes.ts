import * as v from 'valibot'
import { GameId, idParam, StreamerId } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { FollowInput, FollowStreamersInput, FollowStreamersView, FollowView } from './contract.ts'
import { followStreamers } from './follow-streamers.ts'
import { toggleFollow } from './follows.ts'

export const followEndpoints = [
  endpoint({
    method: 'put',
    path: '/streamers/:id/toggle_follow',
    summary: 'Follow a streamer (closed to restricted members) or take it back',
    access: 'member',
    params: v.object({ id: idParam(StreamerId) }),
    body: FollowInput,
    answer: FollowView,
    run: (ctx, { params, body }) => toggleFollow(ctx, { kind: 'streamer', id: params.id }, body),
  }),
  endpoint({
    method: 'put',
    path: '/games/:id/toggle_follow',
    summary: 'Follow a game (closed to restricted members) or take it back',
    access: 'member',
    params: v.object({ id: idParam(GameId) }),
    body: FollowInput,
    answer: FollowView,
    run: (ctx, { params, body }) => toggleFollow(ctx, { kind: 'game', id: params.id }, body),
  }),
  endpoint({
    method: 'post',
    path: '/users/me/follows',
    summary: 'Follow many streamers at once; those that are followed stay so',
    access: 'contributor',
    body: FollowStreamersInput,
    answer: FollowStreamersView,
    run: (ctx, { body }) => followStreamers(ctx, body),
  }),
]
