import { expect, test } from 'vitest'
import type { SentMessage } from '../worker/queue-messages.ts'
import { MessageQueue, type QueueName } from './message-queue.ts'

function message(eventId: number): SentMessage {
  return { type: 'fan_out_broadcasts', eventId, at: 0 }
}

const busy = (name: QueueName, consumers: number) => new Map([[name, consumers]])
const free = new Map<QueueName, number>()

function queueOf(count: number): MessageQueue {
  const queue = new MessageQueue()
  for (let place = 0; place < count; place += 1) queue.put(message(place), 0)
  return queue
}

test('the free consumers share what is due, eight at most each', () => {
  expect(queueOf(5).take(0, free)).toHaveLength(1)
  expect(queueOf(6).take(0, free)).toHaveLength(2)
  const queue = queueOf(50)
  expect(queue.take(0, free)).toHaveLength(8)
  expect(queue.size).toBe(42)
})

test('a lane gives a message to each of its consumers, whatever waits elsewhere', () => {
  const queue = queueOf(50)
  for (const lane of ['discord', 'push', 'discord'] as const) {
    queue.put({ type: 'send_lane', lane, until: 1, at: 0 }, 0)
  }
  expect(queue.take(0, new Map([['others', 5]]))).toMatchObject([{ body: { lane: 'discord' } }])
  const rest = new Map<QueueName, number>([
    ['others', 5],
    ['discord', 1],
  ])
  expect(queue.take(0, rest)).toMatchObject([{ body: { lane: 'push' } }])
  expect(queue.take(0, rest)).toEqual([])
})

test('a message is taken once, and not before it is due', () => {
  const queue = new MessageQueue()
  queue.put(message(1), 500)
  expect(queue.next()).toBe(500)
  expect(queue.take(499, busy('others', 4))).toEqual([])
  expect(queue.take(500, busy('others', 4))).toHaveLength(1)
  expect(queue.take(500, busy('others', 4))).toEqual([])
  expect(queue.next()).toBeUndefined()
})

test('one that fails comes again half a minute later, and is given up after five retries', () => {
  const queue = queueOf(1)
  let now = 0
  for (let tries = 1; tries <= 6; tries += 1) {
    const [taken] = queue.take(now, free)
    if (!taken) throw new Error(`try ${tries} has no message`)
    queue.retry(taken, now)
    expect(queue.take(now + 29_999, free)).toEqual([])
    now += 30_000
  }
  expect(queue.size).toBe(0)
  expect(queue.deadLetters).toBe(1)
})
