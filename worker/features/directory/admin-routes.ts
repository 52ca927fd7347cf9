import * as v from 'valibot'
import { GameId, idParam, StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import {
  changeGame,
  createGame,
  deleteGame,
  listAdminGames,
} from '#worker/features/directory/games/admin-games.ts'
import {
  AdminGame,
  AdminGamesPage,
  AdminGamesQuery,
  GameInput,
  MergeGameInput,
} from '#worker/features/directory/games/contract.ts'
import { mergeGames } from '#worker/features/directory/games/merge-games.ts'
import {
  addAccount,
  removeAccount,
  verifyAccount,
} from '#worker/features/directory/streamers/admin-streamer-accounts.ts'
import {
  changeStreamer,
  createStreamer,
  deleteStreamer,
  featureStreamer,
  listAdminStreamers,
} from '#worker/features/directory/streamers/admin-streamers.ts'
import {
  AccountInput,
  AdminStreamer,
  AdminStreamersPage,
  AdminStreamersQuery,
  FeatureInput,
  MergeStreamerInput,
  NewNameInput,
  NewStreamerInput,
  StreamerInput,
  VerifyAccountInput,
} from '#worker/features/directory/streamers/contract.ts'
import { mergeStreamers } from '#worker/features/directory/streamers/merge-streamers.ts'
import { takeNewName } from '#worker/features/directory/streamers/new-name.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const ofGame = v.object({ id: idParam(GameId) })
const ofStreamer = v.object({ id: idParam(StreamerId) })
const ofAccount = v.object({
  id: idParam(StreamerId),
  account_id: idParam(StreamingAccountId),
})
const gameEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/games',
    summary: 'Games with what refers to them',
    access: 'moderator',
    query: AdminGamesQuery,
    answer: AdminGamesPage,
    run: (ctx, { query }) => listAdminGames(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/games',
    summary: 'Create a game',
    access: 'moderator',
    body: GameInput,
    status: 201,
    answer: AdminGame,
    run: (ctx, { body }) => createGame(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/admin/games/:id',
    summary: 'Change a game; its address stays',
    access: 'moderator',
    params: ofGame,
    body: GameInput,
    answer: AdminGame,
    run: (ctx, { params, body }) => changeGame(ctx, params.id, body),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/games/:id',
    summary: 'Delete a game that nothing refers to',
    access: 'moderator',
    params: ofGame,
    status: 204,
    run: (ctx, { params }) => deleteGame(ctx, params.id),
  }),
  endpoint({
    method: 'post',
    path: '/admin/games/:id/merge',
    summary: 'Merge a game into another, which gets its events, groups, followers and address',
    access: 'moderator',
    params: ofGame,
    body: MergeGameInput,
    answer: AdminGame,
    run: (ctx, { params, body }) => mergeGames(ctx, { from: params.id, into: body.into }),
  }),
]

const streamerEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/streamers',
    summary: 'Streamers with their channels and what refers to them',
    access: 'moderator',
    query: AdminStreamersQuery,
    answer: AdminStreamersPage,
    run: (ctx, { query }) => listAdminStreamers(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/streamers',
    summary: 'Create a streamer with their first channel',
    access: 'moderator',
    body: NewStreamerInput,
    status: 201,
    answer: AdminStreamer,
    run: (ctx, { body }) => createStreamer(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/admin/streamers/:id',
    summary: 'Change a streamer',
    access: 'moderator',
    params: ofStreamer,
    body: StreamerInput,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => changeStreamer(ctx, params.id, body),
  }),
  endpoint({
    method: 'put',
    path: '/admin/streamers/:id/featured',
    summary: 'Show a streamer among the featured ones, or no longer',
    access: 'moderator',
    params: ofStreamer,
    body: FeatureInput,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => featureStreamer(ctx, params.id, body.is_featured),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/streamers/:id',
    summary: 'Delete a streamer whom nothing refers to',
    access: 'moderator',
    params: ofStreamer,
    status: 204,
    run: (ctx, { params }) => deleteStreamer(ctx, params.id),
  }),
  endpoint({
    method: 'post',
    path: '/admin/streamers/:id/merge',
    summary: 'Merge a streamer into another, who gets channels, events, followers and address',
    access: 'moderator',
    params: ofStreamer,
    body: MergeStreamerInput,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => mergeStreamers(ctx, { from: params.id, into: body.into }),
  }),
  endpoint({
    method: 'post',
    path: '/admin/streamers/:id/accounts',
    summary: 'Add a channel to a streamer',
    access: 'moderator',
    params: ofStreamer,
    body: AccountInput,
    status: 201,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => addAccount(ctx, params.id, body),
  }),
  endpoint({
    method: 'put',
    path: '/admin/streamers/:id/accounts/:account_id',
    summary: 'Vouch for a channel, or no longer; the member behind it earns XP once',
    access: 'moderator',
    params: ofAccount,
    body: VerifyAccountInput,
    answer: AdminStreamer,
    run: (ctx, { params: { id, account_id: accountId }, body }) =>
      verifyAccount(ctx, { id, accountId }, body.is_verified),
  }),
  endpoint({
    method: 'put',
    path: '/admin/streamers/:id/accounts/:account_id/name',
    summary: 'Take over the name that a channel has by now',
    access: 'moderator',
    params: ofAccount,
    body: NewNameInput,
    answer: AdminStreamer,
    run: (ctx, { params: { id, account_id: accountId }, body }) =>
      takeNewName(ctx, { id, accountId }, body.name),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/streamers/:id/accounts/:account_id',
    summary: 'Take a channel from a streamer',
    access: 'moderator',
    params: ofAccount,
    answer: AdminStreamer,
    run: (ctx, { params: { id, account_id: accountId } }) => removeAccount(ctx, { id, accountId }),
  }),
]

export const directoryAdminEndpoints = [...gameEndpoints, ...streamerEndpoints]
