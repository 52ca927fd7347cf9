import * as v from 'valibot'
import { GameId, GroupId, idParam, StreamerId } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { FollowInput, FollowStreamersInput, FollowStreamersView, FollowView } from './contract.ts'
import { followStreamers } from './follow-streamers.ts'
import { toggleFollow } from './follows.ts'

export const followEndpoints = [
  endpoint({
    route: 'PUT /streamers/:id/toggle_follow',
    operationId: 'setStreamerFollow',
    summary: 'Follow or unfollow a streamer; restricted members cannot follow',
    access: 'member',
    params: v.object({ id: idParam(StreamerId) }),
    body: FollowInput,
    answer: FollowView,
    run: (ctx, { params, body }) => toggleFollow(ctx, { kind: 'streamer', id: params.id }, body),
  }),
  endpoint({
    route: 'PUT /games/:game/toggle_follow',
    operationId: 'setGameFollow',
    summary: 'Follow or unfollow a game; restricted members cannot follow',
    access: 'member',
    params: v.object({ game: idParam(GameId) }),
    body: FollowInput,
    answer: FollowView,
    run: (ctx, { params, body }) => toggleFollow(ctx, { kind: 'game', id: params.game }, body),
  }),
  endpoint({
    route: 'PUT /groups/:group/toggle_follow',
    operationId: 'setGroupFollow',
    summary: 'Follow or unfollow an event group; restricted members cannot follow',
    access: 'member',
    params: v.object({ group: idParam(GroupId) }),
    body: FollowInput,
    answer: FollowView,
    run: (ctx, { params, body }) => toggleFollow(ctx, { kind: 'group', id: params.group }, body),
  }),
  endpoint({
    route: 'POST /users/me/follows',
    operationId: 'followStreamers',
    summary: 'Follow several streamers; those already followed stay followed',
    access: 'contributor',
    body: FollowStreamersInput,
    answer: FollowStreamersView,
    run: (ctx, { body }) => followStreamers(ctx, body),
  }),
]
