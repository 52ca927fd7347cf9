import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import * as v from 'valibot'
import { DeployConfig } from '#scripts/deploy-rules.ts'

export type ResourceNames = {
  bucket: string
  /** Where Cloudflare may store it, `eu` for instance. */
  jurisdiction: string | undefined
  /** The first carries all but the lanes of deliveries. */
  queues: string[]
  deadLetters: string
}

const settings = new URL('../../wrangler.toml', import.meta.url)

export function readResourceNames(): ResourceNames {
  const { queues, r2_buckets } = v.parse(DeployConfig, parse(readFileSync(settings, 'utf8')))
  const [bucket] = r2_buckets
  const [consumer] = queues.consumers
  if (!bucket || !consumer?.dead_letter_queue) {
    throw new Error('wrangler.toml names no bucket, or no queue with one for its failed messages')
  }
  return {
    bucket: bucket.bucket_name,
    jurisdiction: bucket.jurisdiction,
    queues: queues.consumers.map(({ queue }) => queue),
    deadLetters: consumer.dead_letter_queue,
  }
}
