import * as v from 'valibot'
import { countConsumers, deliveryLanes, laneNames } from '#worker/contracts/delivery-lanes.ts'

const Consumer = v.looseObject({
  queue: v.string(),
  max_batch_size: v.optional(v.number()),
  max_concurrency: v.optional(v.number()),
  dead_letter_queue: v.optional(v.string()),
})

/** Deploy config of `dist/server/wrangler.json`, which Wrangler deploys. */
export const DeployConfig = v.looseObject({
  name: v.string(),
  workers_dev: v.optional(v.boolean()),
  preview_urls: v.optional(v.boolean()),
  triggers: v.optional(v.looseObject({ crons: v.optional(v.array(v.string()), []) })),
  assets: v.optional(v.looseObject({ binding: v.optional(v.string()) })),
  queues: v.looseObject({
    producers: v.array(v.looseObject({ binding: v.string(), queue: v.string() })),
    consumers: v.array(Consumer),
  }),
  r2_buckets: v.array(
    v.looseObject({
      binding: v.string(),
      bucket_name: v.string(),
      jurisdiction: v.optional(v.string()),
    }),
  ),
  ratelimits: v.array(v.looseObject({ name: v.string(), namespace_id: v.string() })),
})
export type DeployConfig = v.InferOutput<typeof DeployConfig>

const rateLimits = ['READS', 'WRITES', 'LOGINS', 'SIGNUPS', 'RESETS']
const schedules = ['* * * * *', '17 * * * *']
/** Longest run seconds of a consumer, and of what one message may take. */
const longestRunSeconds = 15 * 60
const secondsPerMessage = 100
const longestCallSeconds = 10

const lanes = laneNames.map((name) => {
  const { binding, pageSize, calls } = deliveryLanes[name]
  const seconds = Math.ceil(pageSize / calls.atOnce) * longestCallSeconds
  return { binding, consumers: countConsumers(name), seconds }
})
const laneOf = (binding: string | undefined) => lanes.find((lane) => lane.binding === binding)

/** Problems that keep a deployment from working, or leave it open; empty when all is there. */
export function findDeployProblems(config: DeployConfig): string[] {
  const { queues, r2_buckets: buckets, ratelimits, triggers, assets } = config
  const names = [
    ...buckets.map(({ binding }) => binding),
    ...queues.producers.map(({ binding }) => binding),
    ...ratelimits.map(({ name }) => name),
    ...(assets?.binding ? [assets.binding] : []),
  ]
  const crons = triggers?.crons ?? []
  const consumed = new Set(queues.consumers.map(({ queue }) => queue))
  return [
    ...['ASSETS', 'MEDIA', 'DELIVERIES', ...lanes.map(({ binding }) => binding), ...rateLimits]
      .filter((name) => !names.includes(name))
      .map((name) => `the binding ${name} is missing`),
    ...schedules
      .filter((cron) => !crons.includes(cron))
      .map((cron) => `the schedule ${cron} is missing`),
    ...queues.producers
      .filter(({ queue }) => !consumed.has(queue))
      .map(({ queue }) => `nobody consumes the queue ${queue}`),
    ...queues.consumers.flatMap((consumer) => {
      const binding = queues.producers.find(({ queue }) => queue === consumer.queue)?.binding
      return findConsumerProblems(consumer, laneOf(binding))
    }),
    ...(config.workers_dev === false ? [] : ['the site also answers at workers.dev']),
    ...(config.preview_urls === false
      ? []
      : ['each version also answers at an address of its own']),
  ]
}

type Lane = (typeof lanes)[number]

function findConsumerProblems(
  consumer: v.InferOutput<typeof Consumer>,
  lane: Lane | undefined,
): string[] {
  const { queue, dead_letter_queue: deadLetters, max_concurrency: consumers } = consumer
  const seconds = (consumer.max_batch_size ?? 10) * (lane?.seconds ?? secondsPerMessage)
  return [
    ...(lane && lane.consumers !== consumers
      ? [`${queue} has ${consumers} consumers, its lane needs ${lane.consumers}`]
      : []),
    ...(deadLetters ? [] : [`${queue} has no dead-letter queue: what fails for good is lost`]),
    ...(consumers ? [] : [`${queue} has no limit of consumers for the one writer of the database`]),
    ...(seconds < longestRunSeconds ? [] : [`a batch of ${queue} may take ${seconds} seconds`]),
  ]
}
