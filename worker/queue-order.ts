import type { Message } from '@cloudflare/workers-types'
import type { QueueMessage, SentMessage } from './queue-messages.ts'

export type ReceivedMessage = Pick<
  Message<SentMessage>,
  'id' | 'attempts' | 'body' | 'ack' | 'retry'
>

/** Messages that send pages, render for seconds or wait for platforms. */
const slow: ReadonlySet<QueueMessage['type']> = new Set([
  'draw_cards',
  'poll_live',
  'check_channels',
  'check_pictures',
  'fetch_pictures',
  'find_recordings',
  'run_schedule',
])

/** Merges purges into one call, because the edge accepts few calls. */
function mergePurgeMessages(messages: readonly ReceivedMessage[]): ReceivedMessage[] {
  const purges = messages.filter(({ body }) => body.type === 'purge')
  const [first] = purges
  if (!first) return [...messages]
  const tags = purges.flatMap(({ body }) => (body.type === 'purge' ? body.tags : []))
  const joined: ReceivedMessage = {
    id: first.id,
    attempts: first.attempts,
    body: { type: 'purge', tags, at: first.body.at },
    ack: () => purges.forEach((purge) => purge.ack()),
    retry: (options) => purges.forEach((purge) => purge.retry(options)),
  }
  return [joined, ...messages.filter(({ body }) => body.type !== 'purge')]
}

/** Campaigns come last: nobody waits for them. */
function rankMessage({ body }: ReceivedMessage): number {
  if (body.type === 'fan_out_campaign') return 2
  if (body.type === 'send_lane') return { account: 0, bulk: 2 }[body.lane as string] ?? 1
  return slow.has(body.type) ? 1 : 0
}

export function sortByPriority(messages: readonly ReceivedMessage[]): ReceivedMessage[] {
  return mergePurgeMessages(messages).toSorted((a, b) => rankMessage(a) - rankMessage(b))
}
