import { endpoint } from '#worker/api/endpoint.ts'
import { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import { ListingInput } from './contract.ts'
import { listMyself } from './listing.ts'

export const listingEndpoints = [
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
