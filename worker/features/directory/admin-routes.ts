import * as v from 'valibot'
import { GameId, idParam, OptOutId, StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import { changeGame, createGame, deleteGame, listAdminGames } from './games/admin-games.ts'
import {
  AdminGame,
  AdminGamesPage,
  AdminGamesQuery,
  GameInput,
  MergeGameInput,
} from './games/contract.ts'
import { showGamePicture } from './games/game-pictures.ts'
import { mergeGames } from './games/merge-games.ts'
import { HiddenNameInput, ListingInput, OptOutsView } from './opt-outs/contract.ts'
import { listStreamer } from './opt-outs/listing.ts'
import { hideName, liftOptOut, listOptOuts } from './opt-outs/opt-outs.ts'
import { addAccount, removeAccount, verifyAccount } from './streamers/admin-streamer-accounts.ts'
import {
  changeStreamer,
  createStreamer,
  deleteStreamer,
  featureStreamer,
  listAdminStreamers,
} from './streamers/admin-streamers.ts'
import {
  AccountInput,
  AdminStreamer,
  AdminStreamersPage,
  AdminStreamersQuery,
  ChannelPictureInput,
  FeatureStreamerInput,
  MergeStreamerInput,
  RenameChannelInput,
  NewStreamerInput,
  StreamerChangeInput,
  VerifyAccountInput,
} from './streamers/contract.ts'
import { showChannelPicture } from './streamers/channel-pictures.ts'
import { mergeStreamers } from './streamers/merge-streamers.ts'
import { renameChannel } from './streamers/new-name.ts'
import { PlatformPictureInput } from '#worker/features/media/platform-pictures/contract.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const ofGame = v.object({ id: idParam(GameId) })
const ofStreamer = v.object({ id: idParam(StreamerId) })
const ofAccount = v.object({
  id: idParam(StreamerId),
  account_id: idParam(StreamingAccountId),
})
const gameEndpoints = [
  endpoint({
    route: 'GET /admin/games',
    operationId: 'listAdminGames',
    summary: 'List games with the number of references to each',
    access: 'moderator',
    query: AdminGamesQuery,
    answer: AdminGamesPage,
    run: (ctx, { query }) => listAdminGames(ctx, query),
  }),
  endpoint({
    route: 'POST /admin/games',
    operationId: 'createGame',
    summary: 'Create a game',
    access: 'moderator',
    errors: { conflict: ['game_name_taken'] },
    body: GameInput,
    status: 201,
    answer: AdminGame,
    run: (ctx, { body }) => createGame(ctx, body),
  }),
  endpoint({
    route: 'PUT /admin/games/:id',
    operationId: 'updateGame',
    summary: 'Change a game; its slug stays the same',
    access: 'moderator',
    errors: { conflict: ['game_name_taken'] },
    params: ofGame,
    body: GameInput,
    answer: AdminGame,
    run: (ctx, { params, body }) => changeGame(ctx, params.id, body),
  }),
  endpoint({
    route: 'DELETE /admin/games/:id',
    operationId: 'deleteGame',
    summary: 'Delete a game without references',
    access: 'moderator',
    isReauthenticationRequired: true,
    errors: { conflict: ['game_in_use'] },
    params: ofGame,
    status: 204,
    run: (ctx, { params }) => deleteGame(ctx, params.id),
  }),
  endpoint({
    route: 'POST /admin/games/:id/merge',
    operationId: 'mergeGame',
    summary: 'Merge a game into another, which takes over its events, groups, followers and slug',
    access: 'moderator',
    isReauthenticationRequired: true,
    params: ofGame,
    body: MergeGameInput,
    answer: AdminGame,
    run: (ctx, { params, body }) => mergeGames(ctx, { from: params.id, into: body.into }),
  }),
]

const streamerEndpoints = [
  endpoint({
    route: 'GET /admin/streamers',
    operationId: 'listAdminStreamers',
    summary: 'List streamers with their channels and the number of references to each',
    access: 'moderator',
    query: AdminStreamersQuery,
    answer: AdminStreamersPage,
    run: (ctx, { query }) => listAdminStreamers(ctx, query),
  }),
  endpoint({
    route: 'POST /admin/streamers',
    operationId: 'createStreamer',
    summary: 'Create a streamer with a first channel',
    access: 'moderator',
    errors: { conflict: ['account_taken'] },
    body: NewStreamerInput,
    status: 201,
    answer: AdminStreamer,
    run: (ctx, { body }) => createStreamer(ctx, body),
  }),
  endpoint({
    route: 'PUT /admin/streamers/:id',
    operationId: 'updateStreamer',
    summary: 'Change a streamer',
    access: 'moderator',
    errors: { conflict: ['reasons_required'] },
    params: ofStreamer,
    body: StreamerChangeInput,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => changeStreamer(ctx, params.id, body),
  }),
  endpoint({
    route: 'PUT /admin/streamers/:id/featured',
    operationId: 'featureStreamer',
    summary: 'Add a streamer to the featured ones, or remove them',
    access: 'moderator',
    params: ofStreamer,
    body: FeatureStreamerInput,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => featureStreamer(ctx, params.id, body.is_featured),
  }),
  endpoint({
    route: 'DELETE /admin/streamers/:id',
    operationId: 'deleteStreamer',
    summary: 'Delete a streamer without references',
    access: 'moderator',
    isReauthenticationRequired: true,
    errors: { conflict: ['streamer_in_use'] },
    params: ofStreamer,
    status: 204,
    run: (ctx, { params }) => deleteStreamer(ctx, params.id),
  }),
  endpoint({
    route: 'POST /admin/streamers/:id/merge',
    operationId: 'mergeStreamer',
    summary:
      'Merge a streamer into another, who takes over their channels, events, followers and slug',
    access: 'moderator',
    isReauthenticationRequired: true,
    errors: { conflict: ['streamers_of_two_members'] },
    params: ofStreamer,
    body: MergeStreamerInput,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => mergeStreamers(ctx, { from: params.id, into: body.into }),
  }),
  endpoint({
    route: 'POST /admin/streamers/:id/accounts',
    operationId: 'addChannel',
    summary: 'Add a channel to a streamer',
    access: 'moderator',
    errors: { conflict: ['account_taken'] },
    params: ofStreamer,
    body: AccountInput,
    status: 201,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => addAccount(ctx, params.id, body),
  }),
  endpoint({
    route: 'PUT /admin/streamers/:id/accounts/:account_id',
    operationId: 'verifyChannel',
    summary: 'Set whether a channel is verified; its member earns XP the first time',
    access: 'moderator',
    params: ofAccount,
    body: VerifyAccountInput,
    answer: AdminStreamer,
    run: (ctx, { params: { id, account_id: accountId }, body }) =>
      verifyAccount(ctx, { id, accountId }, body.is_verified),
  }),
  endpoint({
    route: 'PUT /admin/streamers/:id/accounts/:account_id/name',
    operationId: 'renameChannel',
    summary: 'Replace the name of a channel with its present name on the platform',
    access: 'moderator',
    errors: { conflict: ['account_taken', 'changed_meanwhile'] },
    params: ofAccount,
    body: RenameChannelInput,
    answer: AdminStreamer,
    run: (ctx, { params: { id, account_id: accountId }, body }) =>
      renameChannel(ctx, { id, accountId }, body.name),
  }),
  endpoint({
    route: 'DELETE /admin/streamers/:id/accounts/:account_id',
    operationId: 'removeChannel',
    summary: 'Remove a channel from a streamer',
    access: 'moderator',
    isReauthenticationRequired: true,
    params: ofAccount,
    answer: AdminStreamer,
    run: (ctx, { params: { id, account_id: accountId } }) => removeAccount(ctx, { id, accountId }),
  }),
]

const pictureEndpoints = [
  endpoint({
    route: 'PUT /admin/games/:id/platform_picture',
    operationId: 'showGamePicture',
    summary: 'Remove the copy of a game’s box art for good, or allow it again',
    access: 'moderator',
    params: ofGame,
    body: PlatformPictureInput,
    answer: AdminGame,
    run: (ctx, { params, body }) => showGamePicture(ctx, params.id, body.is_shown),
  }),
  endpoint({
    route: 'PUT /admin/streamers/:id/accounts/:account_id/platform_picture',
    operationId: 'showChannelPicture',
    summary: 'Remove the copy of a channel’s picture for good, or allow it again',
    access: 'moderator',
    params: ofAccount,
    body: ChannelPictureInput,
    answer: AdminStreamer,
    run: (ctx, { params: { id, account_id: accountId }, body }) =>
      showChannelPicture(ctx, { id, accountId }, body),
  }),
]

const optOutEndpoints = [
  endpoint({
    route: 'PUT /admin/streamers/:id/listing',
    operationId: 'listStreamer',
    summary: 'Take a streamer out of lists, search and checks at their request, or list them again',
    access: 'moderator',
    params: ofStreamer,
    body: ListingInput,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => listStreamer(ctx, params.id, body.is_listed),
  }),
  endpoint({
    route: 'GET /admin/opt_outs',
    operationId: 'listOptOuts',
    summary: 'List the channels and names of people who asked not to be listed',
    access: 'admin',
    answer: OptOutsView,
    run: (ctx) => listOptOuts(ctx),
  }),
  endpoint({
    route: 'POST /admin/opt_outs',
    operationId: 'hideName',
    summary: 'Take a name without a streamer off all events, and keep it off',
    access: 'admin',
    body: HiddenNameInput,
    answer: OptOutsView,
    run: (ctx, { body }) => hideName(ctx, body),
  }),
  endpoint({
    route: 'DELETE /admin/opt_outs/:id',
    operationId: 'liftOptOut',
    summary: 'Allow a name on events again, or list a channel’s streamer again',
    access: 'admin',
    isReauthenticationRequired: true,
    params: v.object({ id: idParam(OptOutId) }),
    answer: OptOutsView,
    run: (ctx, { params }) => liftOptOut(ctx, params.id),
  }),
]

export const directoryAdminEndpoints = [
  ...gameEndpoints,
  ...streamerEndpoints,
  ...pictureEndpoints,
  ...optOutEndpoints,
]
