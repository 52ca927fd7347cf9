import { describe, expect, test } from 'vitest'
import type { Ctx } from '#worker/context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { Notification } from '#worker/features/notifications/copy/notification.ts'
import { event, notices, start } from '#tests/support/factories/notification-examples.ts'
import { parseDeclarativePush } from '#tests/support/parsers/declarative-push.ts'
import type { NotificationDelivery } from './claim.ts'
import { renderPushMessage } from './push-message.ts'

const site = 'https://hypecal.test'
const ctx = { now: start - 1, config: { SITE_URL: site, JWT_SECRET: 'secret' } } as Ctx

function deliveryOf(
  { kind, payload, event, listed = [] }: Notification,
  changes: Partial<NotificationDelivery> = {},
): NotificationDelivery {
  return {
    ...{ kind, key: `${kind}:1`, userId: 1, deadlineAt: null, unread: 3 },
    ...{ locale: 'en', timeZone: 'UTC', hourCycle: null, dateFormat: null },
    ...{ payload: JSON.stringify(payload), listed: JSON.stringify(listed), event: event ?? null },
    shownEvents: [{ event: { id: 12 }, cards: ['en', 'es', 'fr'] }],
    ...changes,
  } as unknown as NotificationDelivery
}

const render = (...given: Parameters<typeof deliveryOf>) =>
  renderPushMessage(ctx, deliveryOf(...given))
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe.each<Locale>(['en', 'es', 'fr'])('in %s', (locale) => {
  test.each(notices.map((notice) => [notice.kind, notice] as const))(
    '%s is shown by an engine that knows the declarative form',
    (_, notice) => {
      const { payload } = render(notice, { locale })
      const { notification } = payload
      const shown = parseDeclarativePush(JSON.stringify(payload))
      expect(shown).toMatchObject({
        title: notification.title,
        body: notification.body,
        lang: locale,
        tag: notice.event ? `${notice.kind}:show` : `${notice.kind}:1`,
        icon: `${site}/icons/icon-192.png`,
        appBadge: 3,
        isMutable: false,
      })
      const prefix = locale === 'en' ? '' : `/${locale}`
      // A service worker of before this form reads these, and shows no text otherwise.
      expect(site + payload.path).toBe(notification.navigate)
      for (const name of ['title', 'body'] as const)
        expect(notification[name].startsWith(payload[name]?.replace(/…$/, '') ?? '-')).toBe(true)
      expect(shown.navigate).toMatch(new RegExp(`^${site}${prefix}(?:/|$)`))
      expect(bytesOf(payload)).toBeLessThanOrEqual(3000)
    },
  )

  test('a reminder has its picture and its two links', () => {
    const reminder = { kind: 'reminder', payload: { hours: 1 }, event } as const
    const config = { ...ctx.config, SHARE_CARDS: 'on' }
    const { payload } = renderPushMessage(
      { ...ctx, config } as Ctx,
      deliveryOf(reminder, { locale }),
    )
    const { image, actions } = parseDeclarativePush(JSON.stringify(payload))
    expect(image).toMatch(new RegExp(`^${site}/media/cards/events/12/${locale}`))
    expect(actions.map(({ navigate }) => new URL(navigate).pathname.split('/').at(-2))).toEqual([
      '',
      'unhype',
    ])
    expect(actions[0]?.navigate).toMatch(/^https:\/\/www\.twitch\.tv\/luna_live/)
  })
})

test.each([
  ['two bytes', 'é'],
  ['four bytes', '🎮'],
  ['an escape of two', '"'],
  ['an escape of six', '\u0001'],
])('texts of characters of %s are cut where a push service would refuse them', (_, character) => {
  const long = { ...event, name: character.repeat(200), slug: 'a'.repeat(80) }
  const notice = {
    kind: 'event_cancelled',
    payload: { reason: character.repeat(1000) },
    event: long,
  } as const
  for (const kind of ['event_cancelled', 'reminder'] as const) {
    const changed = { kind, payload: { hours: 1, reason: character.repeat(1000) } }
    const { payload } = render({ ...notice, ...changed } as unknown as Notification)
    expect(bytesOf(payload)).toBeLessThanOrEqual(3000)
    expect(parseDeclarativePush(JSON.stringify(payload)).title).toContain(character)
  }
})

function digestOf(...names: string[]) {
  const listed = names.map((name) => ({ ...event, name, slug: name }))
  const payload = { events: [], more: 0 }
  return { kind: 'new_event_followed', payload, event: undefined, listed } satisfies Notification
}

test('a digest names its events, each on a line of its own', () => {
  const { notification } = render(digestOf('Alpha', 'Beta'), { locale: 'fr' }).payload
  expect(notification.body).toMatch(/\nAlpha · .*\nBeta · /)
  expect(notification.navigate).toBe(`${site}/fr/events`)
})

test('a long one is cut where no device shows more', () => {
  const names = Array.from({ length: 20 }, (_, index) => `An event of a long name ${index}`)
  const { notification } = render(digestOf(...names)).payload
  expect(notification.body).toHaveLength(500)
  expect(notification.body.endsWith('…')).toBe(true)
})

describe('a push service', () => {
  const reminder = { kind: 'reminder', payload: { hours: 24 }, event } as const

  test.each([
    ['until the deadline', start + 7_200_000, 7200],
    ['a second at least', start - 1, 1],
    ['28 days at most', start + 40 * 86_400_000, 28 * 86_400],
    ['a day without a deadline', null, 86_400],
  ])('keeps it %s', (_, deadlineAt, seconds) => {
    expect(render(reminder, { deadlineAt }).ttlSeconds).toBe(seconds)
  })

  test('replaces a waiting one of the same kind and event alone', () => {
    const topicOf = (notice: Notification) => render(notice).topic
    expect(topicOf({ ...reminder, payload: { hours: 1 } })).toBe(topicOf(reminder))
    const others = [
      topicOf({ ...reminder, event: { ...event, slug: 'other' } }),
      topicOf({ kind: 'event_cancelled', payload: { reason: null }, event }),
    ]
    expect(new Set([topicOf(reminder), ...others]).size).toBe(3)
    expect(topicOf(reminder)).toMatch(/^[\w-]{32}$/)
  })
})
