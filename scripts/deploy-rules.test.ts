import * as v from 'valibot'
import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { countConsumers, deliveryLanes, laneNames } from '#worker/contracts/delivery-lanes.ts'
import { DeployConfig, findDeployProblems } from './deploy-rules.ts'

const laneQueues = laneNames.map((lane) => ({ lane, queue: `q-${lane}` }))

const whole: DeployConfig = {
  name: 'hypecal',
  workers_dev: false,
  preview_urls: false,
  triggers: { crons: ['* * * * *', '17 * * * *'] },
  assets: { binding: 'ASSETS' },
  r2_buckets: [{ binding: 'MEDIA', bucket_name: 'm' }],
  ratelimits: ['READS', 'WRITES', 'LOGINS', 'SIGNUPS', 'RESETS'].map((name) => ({
    name,
    namespace_id: name,
  })),
  queues: {
    producers: [
      { binding: 'DELIVERIES', queue: 'q' },
      ...laneQueues.map(({ lane, queue }) => ({ binding: deliveryLanes[lane].binding, queue })),
    ],
    consumers: [
      { queue: 'q', max_batch_size: 8, max_concurrency: 5, dead_letter_queue: 'd' },
      ...laneQueues.map(({ lane, queue }) => {
        const facts = { max_batch_size: 1, max_concurrency: countConsumers(lane) }
        return { queue, ...facts, dead_letter_queue: 'd' }
      }),
    ],
  },
}
const [consumer, ...laneConsumers] = whole.queues.consumers
const withConsumer = (change: object) => ({
  queues: { ...whole.queues, consumers: [{ ...consumer!, ...change }, ...laneConsumers] },
})

test('a whole configuration has no problem', () => {
  expect(findDeployProblems(whole)).toEqual([])
})

test.each<[string, Partial<DeployConfig>]>([
  ['the binding MEDIA is missing', { r2_buckets: [] }],
  ['the binding READS is missing', { ratelimits: whole.ratelimits.slice(1) }],
  ['the schedule 17 * * * * is missing', { triggers: { crons: ['* * * * *'] } }],
  ['nobody consumes the queue q', { queues: { ...whole.queues, consumers: laneConsumers } }],
  ['the site also answers at workers.dev', { workers_dev: true }],
  ['each version also answers at an address of its own', { preview_urls: undefined }],
  [
    'q has no dead-letter queue: what fails for good is lost',
    withConsumer({ dead_letter_queue: undefined }),
  ],
  [
    'q has no limit of consumers for the one writer of the database',
    withConsumer({ max_concurrency: undefined }),
  ],
  ['a batch of q may take 1000 seconds', withConsumer({ max_batch_size: 10 })],
  [
    'the binding DELIVERIES_BULK is missing',
    { queues: { ...whole.queues, producers: whole.queues.producers.slice(0, -1) } },
  ],
  [
    'q-push has 5 consumers, its lane needs 84',
    {
      queues: {
        ...whole.queues,
        consumers: whole.queues.consumers.map((one) =>
          one.queue === 'q-push' ? { ...one, max_concurrency: 5 } : one,
        ),
      },
    },
  ],
])('says that %s', (problem, changed) => {
  expect(findDeployProblems({ ...whole, ...changed })).toEqual([problem])
})

function configOf(env?: string): DeployConfig {
  const config: unknown = unstable_readConfig({ config: 'wrangler.toml', ...(env ? { env } : {}) })
  return v.parse(DeployConfig, config)
}

test.each([undefined, 'staging'])(
  'wrangler.toml has none for the environment %s [abuse 30]',
  (env) => {
    expect(findDeployProblems(configOf(env))).toEqual([])
  },
)

test('staging shares no bucket, queue or counter with production', () => {
  const namesOf = (env?: string) => {
    const { name, r2_buckets: buckets, queues, ratelimits } = configOf(env)
    return [
      name,
      ...buckets.map((bucket) => bucket.bucket_name),
      ...queues.producers.map(({ queue }) => queue),
      ...queues.consumers.map((consumer) => consumer.dead_letter_queue),
      ...ratelimits.map((limit) => limit.namespace_id),
    ]
  }
  const staging = namesOf('staging')
  expect(staging).toHaveLength(19)
  expect(namesOf().filter((name) => staging.includes(name))).toEqual([])
})
