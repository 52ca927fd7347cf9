import { endpoint } from '#worker/api/endpoint.ts'
import { FollowedChannelsView } from './contract.ts'
import { listFollowedChannels } from './followed-channels.ts'

export const followedChannelEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me/followed_channels',
    summary: 'Which channels that the member follows on Twitch are known here',
    access: 'contributor',
    // It asks Twitch up to ten times over.
    limiter: 'WRITES',
    answer: FollowedChannelsView,
    run: (ctx) => listFollowedChannels(ctx),
  }),
]
