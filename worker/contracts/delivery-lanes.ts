/** For mails that are sent again with the others of their batch, or not at all. */
export const batchRetryPriority = 7

/** Connections that the runtime opens at once; a call that waits for one would time out unsent. */
export const connections = 6

type Lane = {
  binding: `DELIVERIES_${string}`
  channel: 'email' | 'push' | 'discord'
  /** The most urgent first. */
  priorities: readonly number[]
  pageSize: number
  /** `perSecond`: of all its consumers; `ms`: with its share of a page; `perPage`: where fewer than at once. */
  calls: { perSecond: number; ms: number; atOnce: number; perPage?: number }
}

/** Each has a queue of its own, so that none waits for another; the order of the most urgent first. */
export const deliveryLanes = {
  account: {
    binding: 'DELIVERIES_ACCOUNT',
    channel: 'email',
    priorities: [1],
    pageSize: 50,
    calls: { perSecond: 20, ms: 500, atOnce: connections },
  },
  mail: {
    binding: 'DELIVERIES_MAIL',
    channel: 'email',
    priorities: [batchRetryPriority, 0, 2, 3, 4, 5],
    pageSize: 100,
    // One call takes the mails of one fact.
    calls: { perSecond: 10, ms: 500, atOnce: 4, perPage: 1 },
  },
  push: {
    binding: 'DELIVERIES_PUSH',
    channel: 'push',
    priorities: [1, 2, 3, 4, 5, 6],
    pageSize: 100,
    calls: { perSecond: 5000, ms: 100, atOnce: connections },
  },
  discord: {
    binding: 'DELIVERIES_DISCORD',
    channel: 'discord',
    priorities: [1, 2, 3, 4, 5, 6],
    pageSize: 100,
    calls: { perSecond: 20, ms: 300, atOnce: connections },
  },
  bulk: {
    binding: 'DELIVERIES_BULK',
    channel: 'email',
    priorities: [6],
    // Urgent mail waits for no longer than these calls.
    pageSize: 20,
    calls: { perSecond: 10, ms: 200, atOnce: 2 },
  },
} as const satisfies Record<string, Lane>

export type DeliveryLane = keyof typeof deliveryLanes
export type LaneBinding = (typeof deliveryLanes)[DeliveryLane]['binding']
export const laneNames = Object.keys(deliveryLanes) as DeliveryLane[]

/** Consumers of its queue, as `max_concurrency` in wrangler.toml. */
export function countConsumers(lane: DeliveryLane): number {
  const { perSecond, ms, atOnce, perPage = atOnce }: Lane['calls'] = deliveryLanes[lane].calls
  return Math.ceil((perSecond * ms) / 1000 / perPage)
}
