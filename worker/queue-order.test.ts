import { expect, test, vi } from 'vitest'
import type { CampaignId, EventId, ScheduleSourceId } from './contracts/ids.ts'
import type { DeliveryLane } from './contracts/delivery-lanes.ts'
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

const lane = (name: DeliveryLane) => ({ type: 'send_lane', lane: name, until: 1 }) as const
const mail = lane('account')

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
    'send_lane',
    'draw_cards',
    'poll_live',
    'check_channels',
    'find_recordings',
    'run_schedule',
  ])
})

test('a campaign gives way to everything else, and other lanes to account mail', () => {
  const order = sortByPriority(
    received(
      { type: 'fan_out_campaign', campaignId: 1 as CampaignId },
      lane('push'),
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
