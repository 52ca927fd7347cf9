import { expect, test } from 'vitest'
import type { NotificationDelivery } from './claim.ts'
import { renderPushMessage } from './push-message.ts'

const start = Date.UTC(2027, 2, 5, 20)

function digestOf(...names: string[]): NotificationDelivery {
  const listed = names.map((name) => ({
    name,
    slug: name,
    startAt: start,
    certainty: 'exact',
    timeZone: 'UTC',
  }))
  const payload = { events: names.map((_, index) => index + 1), more: 0 }
  return {
    kind: 'new_event_followed',
    key: 'digest:1',
    locale: 'fr',
    timeZone: 'UTC',
    deadlineAt: null,
    payload: JSON.stringify(payload),
    listed: JSON.stringify(listed),
    event: null,
  } as unknown as NotificationDelivery
}

test('a digest names its events, each on a line of its own', () => {
  const { notification } = renderPushMessage(digestOf('Alpha', 'Beta'), start - 1)
  expect(notification.body).toMatch(/\nAlpha · .*\nBeta · /)
  expect(notification).toMatchObject({ path: '/fr/events', lang: 'fr', tag: 'digest:1' })
})

test('a long one is cut where no device shows more', () => {
  const names = Array.from({ length: 20 }, (_, index) => `An event of a long name ${index}`)
  const { notification } = renderPushMessage(digestOf(...names), start - 1)
  expect(notification.body).toHaveLength(500)
  expect(notification.body.endsWith('…')).toBe(true)
})
