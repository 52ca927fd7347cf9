import { expect, test, vi } from 'vitest'
import type { CampaignId, DeliveryId, EventId, ScheduleSourceId } from './contracts/ids.ts'
import type { QueueMessage } from './queue-messages.ts'
import { sortByPriority, type ReceivedMessage } from './queue-order.ts'

function received(...bodies: QueueMessage[]): ReceivedMessage[] {
  return bodies.map((body, index) => ({
    id: String(index),
    attempts: 1,
    body: { ...body, at: 1 },
    ack: vi.fn(),
    retry: vi.fn(),
  }))
}

const mail = { type: 'deliver', ids: [1 as DeliveryId] } satisfies QueueMessage

test('a platform that is slow to answer holds nothing up that somebody waits for', () => {
  const order = sortByPriority(
    received(
      { type: 'draw_cards', eventId: 1 as EventId },
      { type: 'poll_live', platform: 'twitch', after: '' },
      { type: 'check_channels', platform: 'youtube' },
      { type: 'find_recordings' },
      { type: 'run_schedule', sourceId: 1 as ScheduleSourceId },
      mail,
    ),
  )
  expect(order.map(({ body }) => body.type)).toEqual([
    'deliver',
    'draw_cards',
    'poll_live',
    'check_channels',
    'find_recordings',
    'run_schedule',
  ])
})

test('a campaign gives way to everything else, and pages of the outbox to one mail', () => {
  const order = sortByPriority(
    received(
      { type: 'fan_out_campaign', campaignId: 1 as CampaignId },
      { type: 'drain_outbox', slot: 1, token: '' },
      { type: 'draw_cards', eventId: 1 as EventId },
      mail,
    ),
  )
  expect(order.map(({ id }) => id)).toEqual(['3', '1', '2', '0'])
})

test('what is alike keeps its order', () => {
  const order = sortByPriority(received(mail, { type: 'send_digests', users: [] }, mail))
  expect(order.map(({ id }) => id)).toEqual(['0', '1', '2'])
})

test('purges that come together are one, and end as one', () => {
  const messages = received({ type: 'purge', tags: ['events'] }, mail, {
    type: 'purge',
    tags: ['games'],
  })
  const [purge, ...rest] = sortByPriority(messages)
  expect(purge?.body).toMatchObject({ type: 'purge', tags: ['events', 'games'] })
  expect(rest).toHaveLength(1)
  purge?.ack()
  for (const index of [0, 2]) expect(messages[index]?.ack).toHaveBeenCalledOnce()
})
