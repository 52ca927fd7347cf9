import { endpoint } from '#worker/api/endpoint.ts'
import { clearTwitchTokenCookies, readTwitchTokenCookies } from '#worker/auth/cookies.ts'
import { FollowedChannelsView } from './contract.ts'
import { listFollowedChannels } from './followed-channels.ts'

export const followedChannelEndpoints = [
  endpoint({
    route: 'GET /users/me/followed_channels',
    operationId: 'listFollowedChannels',
    summary: 'List the channels that the member follows on Twitch and that have a streamer here',
    access: 'contributor',
    errors: {
      conflict: ['twitch_not_connected', 'twitch_permission_missing'],
      not_found: ['provider_off'],
    },
    // It asks Twitch up to ten times over.
    limiter: 'WRITES',
    answer: FollowedChannelsView,
    run: (ctx, { http }) =>
      listFollowedChannels(ctx, {
        ...readTwitchTokenCookies(http),
        clear: () => clearTwitchTokenCookies(http),
      }),
  }),
]
