import { createPublicKey, randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'
import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { SendQueries } from '#worker/db/hrana.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import type {
  PushDevicesView,
  PushDeviceView,
} from '#worker/features/notifications/push/contract.ts'
import { subscribeDevice } from '#worker/features/notifications/push/devices.ts'
import { putCard } from '#tests/support/factories/cards.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  type Member,
  callAs,
  createMember,
  createSession,
} from '#tests/support/factories/members.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { publishLifecycle } from '#tests/support/factories/notification-readers.ts'
import {
  newDevice,
  startFakePushService,
  type Device,
  type FakePushService,
} from '#tests/support/fakes/fake-push-service.ts'
import { startTestWorker } from '#tests/support/drivers/worker.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

const path = 'users/me/push_subscriptions'
const siteUrl = () => worker.environment.vars['SITE_URL']
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let push: FakePushService
let member: Member
let now: number
const test = testWith(async () => {
  push = await startFakePushService()
  return { ...push, vars: { PUSH_URL: push.url, SHARE_CARDS: 'on' } }
})
beforeEach(async () => {
  now = Date.now()
  push.posts.length = 0
  push.answers.length = 0
  member = await createMember(worker)
})

function call<Body = ErrorEnvelope>(who: Member, method: string, to = path, body?: unknown) {
  const headers = { 'User-Agent': firefox }
  return callAs<Body>(worker, who, method, to, { body, now, headers })
}

async function subscribe(who: Member, device = newDevice()): Promise<Device> {
  const { status } = await call(who, 'POST', path, device.subscription)
  expect(status).toBe(201)
  return device
}

/** The member in another session. */
async function signInAgain(who: Member): Promise<Member> {
  return { ...who, ...(await createSession(worker, who)) }
}

async function endpointsOf({ userId }: Member): Promise<string[]> {
  return (
    await worker.sql<{ endpoint: string }>`select endpoint from push_subscriptions
    where user_id = ${userId} order by id`
  ).map(({ endpoint }) => endpoint)
}

async function devicesOf(who: Member): Promise<PushDevicesView> {
  return (await call<PushDevicesView>(who, 'GET')).body
}

/** An event in two days that these people hyped. */
async function hypedEvent(...people: Member[]) {
  const startAt = now + 2 * day
  const name = `Pushed ${randomUUID()}`
  const event = await createEvent(worker, { name, startAt, endAt: startAt + hour })
  for (const { userId } of people) {
    await worker.sql`insert into hypes (event_id, user_id, created_at)
      values (${event.id}, ${userId}, ${now})`
  }
  return { ...event, name, startAt }
}

function deliveriesOf({ userId }: Member) {
  return worker.sql<{ status: string; error: string | null }>`select status, error from deliveries
    where user_id = ${userId} and channel = 'push' order by id`
}

describe('a device', () => {
  test('is subscribed once, says what it is and is known by its fingerprint', async () => {
    const device = newDevice()
    const first = await call<PushDeviceView>(member, 'POST', path, device.subscription)
    const second = await call<PushDeviceView>(member, 'POST', path, device.subscription)
    expect([first.status, second.body.id]).toEqual([201, first.body.id])
    const { public_key, items } = await devicesOf(member)
    expect(public_key).toBe(worker.environment.vars['VAPID_PUBLIC_KEY'])
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(device.subscription.endpoint),
    )
    const fingerprint = Buffer.from(digest).toString('base64url')
    expect(items).toMatchObject([{ browser: 'Firefox', system: 'Linux', fingerprint }])
  })

  test('tells nobody its keys, and the database not the one that reads', async () => {
    const { subscription } = await subscribe(member)
    const exported = await call<unknown>(member, 'GET', 'users/me/export')
    const seen = JSON.stringify([await devicesOf(member), exported.body])
    expect(seen).toContain('https://fcm.googleapis.com')
    for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)]) {
      expect(seen).not.toContain(secret)
    }
    const stored = await worker.sql`select * from push_subscriptions`
    expect(JSON.stringify(stored)).not.toContain(subscription.keys.auth)
  })

  test.each([
    ['another host', (good: Device) => at(good, 'https://example.com/push/1')],
    [
      'a host that only begins like one',
      (good: Device) => at(good, 'https://fcm.googleapis.com.example.com/1'),
    ],
    [
      'a name and password before a host',
      (good: Device) => at(good, 'https://fcm.googleapis.com@example.com/1'),
    ],
    ['a port', (good: Device) => at(good, 'https://fcm.googleapis.com:8443/1')],
    ['no encryption', (good: Device) => at(good, 'http://fcm.googleapis.com/1')],
    [
      'a long address',
      (good: Device) => at(good, `https://fcm.googleapis.com/${'a'.repeat(1000)}`),
    ],
    ['a short key', (good: Device) => withKeys(good, { p256dh: 'BAAA' })],
    [
      'a point beside the curve',
      (good: Device) => withKeys(good, { p256dh: `BA${'A'.repeat(85)}` }),
    ],
    ['a long secret', (good: Device) => withKeys(good, { auth: 'A'.repeat(44) })],
  ])('with %s is refused [ASVS 1.3.6]', async (_, make) => {
    const { status, body } = await call(member, 'POST', path, make(newDevice()))
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect((await devicesOf(member)).items).toEqual([])
  })

  test.each([
    'https://updates.push.services.mozilla.com',
    'https://web.push.apple.com',
    'https://wns2-par02p.notify.windows.com',
  ])('of %s is taken', async (origin) => {
    await subscribe(member, newDevice(origin))
  })

  test('is the last member’s who subscribed on it, and theirs alone', async () => {
    const next = await createMember(worker)
    const device = await subscribe(member)
    const { startAt } = await hypedEvent(member)
    push.answers.push({ status: 500 })
    await worker.minute(startAt - day)
    await subscribe(next, device)
    await worker.minute(startAt - day + 2 * minute)
    expect((await devicesOf(member)).items).toEqual([])
    expect((await devicesOf(next)).items).toHaveLength(1)
    expect(push.postsFor(device)).toHaveLength(1)
    expect((await deliveriesOf(member)).map(({ status }) => status)).toEqual(['dead'])
  })

  test('more than ten make the one longest without use go', async () => {
    const devices = []
    for (let count = 0; count < 11; count += 1) {
      now += 1000
      devices.push(await subscribe(member))
    }
    expect(await endpointsOf(member)).toEqual(
      devices.slice(1).map(({ subscription }) => subscription.endpoint),
    )
  })

  test('goes when the session it was subscribed in ends, and not before', async () => {
    await subscribe(member)
    const others = await call(member, 'DELETE', 'users/me/sessions')
    expect([others.status, (await devicesOf(member)).items.length]).toEqual([204, 1])
    await call(member, 'DELETE', `users/me/sessions/${member.sessionId}`)
    expect(await endpointsOf(member)).toEqual([])
  })

  test('of a session that ran out goes with the next one, once the member is seen at it', async () => {
    const device = await subscribe(member)
    const touch = (who: Member) =>
      call(who, 'PUT', path, { endpoint: device.subscription.endpoint })
    const returned = await signInAgain(member)
    await worker.sql`update sessions set expires_at = 1 where id = ${member.sessionId}`
    expect((await touch(returned)).status).toBe(200)
    await call(returned, 'DELETE', 'users/me/sessions')
    expect((await devicesOf(returned)).items).toHaveLength(1)
    await call(returned, 'DELETE', `users/me/sessions/${returned.sessionId}`)
    expect(await endpointsOf(member)).toEqual([])
  })

  test('that was removed, or is another member’s, is nobody’s for being looked at', async () => {
    const [device, next] = [await subscribe(member), await createMember(worker)]
    const touch = (who: Member) =>
      call(who, 'PUT', path, { endpoint: device.subscription.endpoint })
    await touch(next)
    expect([await endpointsOf(member), await endpointsOf(next)]).toEqual([[], []])
    await touch(member)
    expect(await endpointsOf(member)).toEqual([])
  })

  test('that was looked at last is not the one longest without use', async () => {
    const first = await subscribe(member)
    for (let count = 0; count < 10; count += 1) {
      now += 1000
      if (count === 9) await call(member, 'PUT', path, { endpoint: first.subscription.endpoint })
      await subscribe(member)
    }
    const kept = await endpointsOf(member)
    expect(kept).toHaveLength(10)
    expect(kept).toContain(first.subscription.endpoint)
  })

  test('is not subscribed in a session that ends meanwhile', async () => {
    const { db, vars } = worker.environment
    const send: SendQueries = async (queries, mode) => {
      await worker.sql`update sessions set revoked_at = 1 where id = ${member.sessionId}`
      return db.send(queries, mode)
    }
    const actor = { kind: 'member', ...member, requires: 'member' }
    const spying = Object.assign(Object.create(db) as typeof db, { send })
    const ctx = { db: spying, now, actor, locale: 'en', config: vars }
    const subscribing = subscribeDevice(ctx as never, newDevice().subscription, undefined)
    await expect(subscribing).rejects.toMatchObject({ code: 'session_ended' })
    expect(await endpointsOf(member)).toEqual([])
  })

  test.each(['', '?all=true'])(
    'whose session is forgotten goes with the others that end (%s)',
    async (which) => {
      await subscribe(member)
      await subscribe(await createMember(worker))
      await worker.sql`update push_subscriptions set session_id = null`
      const all = () =>
        worker.sql<{ userId: number }>`select user_id as userId from push_subscriptions`
      const before = await all()
      await call(member, 'DELETE', `users/me/sessions${which}`)
      expect(await all()).toEqual(before.filter(({ userId }) => userId !== member.userId))
    },
  )
})

function at({ subscription }: Device, endpoint: string) {
  return { ...subscription, endpoint }
}

function withKeys({ subscription }: Device, keys: Record<string, string>) {
  return { ...subscription, keys: { ...subscription.keys, ...keys } }
}

describe('a reminder', () => {
  test('reaches each device once, readable by that device alone', async () => {
    const spanish = await createMember(worker, { language: 'es' })
    const [phone, laptop] = [await subscribe(member), await subscribe(member)]
    const theirs = await subscribe(spanish)
    const event = await hypedEvent(member, spanish)
    const card = `cards/events/${event.id}/en.png`
    await putCard(worker, event.id, card)
    await Promise.all([worker.tick(event.startAt - day), worker.tick(event.startAt - day + 1)])
    await worker.minute(event.startAt - day + minute)
    for (const device of [phone, laptop]) {
      expect(push.noticesFor(device)).toEqual([
        {
          title: expect.stringContaining(event.name) as string,
          body: expect.stringMatching(/\(Paris time\)/) as string,
          navigate: `${siteUrl()}/events/${event.slug}`,
          tag: `reminder:${event.slug}`,
          lang: 'en',
          renotify: true,
          icon: `${siteUrl()}/icons/icon-192.png`,
          app_badge: 1,
          image: `${siteUrl()}/media/${card}`,
          actions: [
            {
              action: '0',
              title: 'Watch on Twitch',
              navigate: expect.stringContaining('twitch.tv/') as string,
            },
            {
              action: '1',
              title: 'Remove my hype',
              navigate: expect.stringContaining('/unhype/') as string,
            },
          ],
        },
      ])
    }
    expect(push.noticesFor(theirs)).toMatchObject([
      { navigate: `${siteUrl()}/es/events/${event.slug}`, lang: 'es' },
    ])
    const [post] = push.postsFor(phone)
    expect(post!.body.toString('latin1')).not.toContain(event.name)
    expect(() => push.noticesFor({ ...phone, privateKey: laptop.privateKey })).toThrow()
  })

  test('is signed with the key that the browser subscribed with, for its push service', async () => {
    const device = await subscribe(member, newDevice('https://web.push.apple.com'))
    const event = await hypedEvent(member)
    await worker.minute(event.startAt - day)
    const [post] = push.postsFor(device)
    const { t = '', k = '' } = Object.fromEntries(
      [...(post?.headers.authorization ?? '').matchAll(/(\w)=([\w.-]+)/g)].map(([, n, v]) => [
        n,
        v,
      ]),
    ) as Record<string, string>
    expect(k).toBe(worker.environment.vars['VAPID_PUBLIC_KEY'])
    const point = Buffer.from(k, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    )
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
    const { payload } = await jwtVerify(t, key, { audience: 'https://web.push.apple.com' })
    expect(payload).toMatchObject({ sub: 'mailto:hello@hypecal.example' })
    expect(payload.exp).toBeLessThanOrEqual(Date.now() / 1000 + 86_400)
  })

  test('is kept until it is of no use, and the nearer one is urgent and takes its place', async () => {
    const device = await subscribe(member)
    const event = await hypedEvent(member)
    await worker.minute(event.startAt - 3 * hour)
    await worker.minute(event.startAt - hour)
    const [far, near] = push.postsFor(device).map(({ headers }) => headers)
    expect(Number(far!.ttl)).toBeGreaterThan(7000)
    expect(Number(far!.ttl)).toBeLessThanOrEqual(7200)
    expect(Number(near!.ttl)).toBeGreaterThan(3500)
    expect(Number(near!.ttl)).toBeLessThanOrEqual(3600)
    expect([far!.urgency, near!.urgency]).toEqual(['normal', 'high'])
    expect(far!.topic).toBe(near!.topic)
    expect(far!.topic).toMatch(/^[\w-]{1,32}$/)
    expect(far!['content-encoding']).toBe('aes128gcm')
  })

  test('does not go where it is switched off, nor to a device taken off the list', async () => {
    const off = await createMember(worker)
    const [device, theirs] = [await subscribe(member), await subscribe(off)]
    const event = await hypedEvent(member, off)
    const settings = 'users/me/notification_settings'
    await call(off, 'PUT', `${settings}/channels/reminder/push`, { is_enabled: false })
    const { items } = await devicesOf(member)
    const removed = await call(member, 'DELETE', `${path}/${items[0]?.id}`)
    const again = await call(member, 'DELETE', `${path}/${items[0]?.id}`)
    expect([removed.status, again.body.code]).toEqual([204, 'push_device_not_found'])
    await worker.minute(event.startAt - day)
    expect([push.postsFor(device), push.postsFor(theirs)]).toEqual([[], []])
    const { body } = await call<NotificationSettingsView>(member, 'GET', settings)
    expect(body.channels).toContainEqual({ channel: 'push', is_usable: false })
  })
})

describe('a push service that answers', () => {
  async function reminded(...answers: { status: number; headers?: Record<string, string> }[]) {
    const device = await subscribe(member)
    const event = await hypedEvent(member)
    const at = event.startAt - day
    push.answers.push(...answers)
    await worker.minute(at)
    return { device, at, posts: () => push.postsFor(device).length }
  }

  test.each([404, 410])(
    '%i has its device forgotten, with what still waits for it',
    async (status) => {
      const device = await subscribe(member)
      const first = await hypedEvent(member)
      push.answers.push({ status: 503 })
      await worker.minute(first.startAt - day)
      await hypedEvent(member)
      push.answers.push({ status })
      await worker.minute(first.startAt - day + 1000)
      expect((await devicesOf(member)).items).toEqual([])
      await worker.minute(first.startAt - day + 10 * minute)
      expect(push.postsFor(device)).toHaveLength(2)
      expect((await deliveriesOf(member)).map((row) => row.status)).toEqual(['dead', 'dead'])
    },
  )

  test('429 is asked again when it says, and that was no try', async () => {
    const { at, posts } = await reminded({ status: 429, headers: { 'Retry-After': '300' } })
    await worker.minute(at + 4 * minute)
    expect(posts()).toBe(1)
    await worker.minute(at + 6 * minute)
    expect([posts(), (await deliveriesOf(member))[0]?.status]).toEqual([2, 'sent'])
  })

  test('500 is tried again later, for that device alone', async () => {
    const well = await subscribe(member)
    const device = await subscribe(member)
    const event = await hypedEvent(member)
    const at = event.startAt - day
    push.answers.push({ status: 500 })
    await worker.minute(at)
    await worker.minute(at + 2 * minute)
    await worker.minute(at + 20 * minute)
    const counts = [push.postsFor(well).length, push.postsFor(device).length]
    expect(counts.toSorted()).toEqual([1, 2])
    expect((await deliveriesOf(member)).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })

  test.each([502, 504])('%i leaves it unknown, never to be sent again', async (status) => {
    const { at, posts } = await reminded({ status })
    await worker.minute(at + 10 * minute)
    expect([posts(), (await deliveriesOf(member))[0]?.status]).toEqual([1, 'unknown'])
  })

  test('403 has it given up, and the device kept', async () => {
    const { at, posts } = await reminded({ status: 403 })
    await worker.minute(at + 10 * minute)
    expect(await deliveriesOf(member)).toEqual([
      { status: 'dead', error: 'the push service answered 403' },
    ])
    expect([posts(), (await devicesOf(member)).items.length]).toEqual([1, 1])
  })
})

test('a decision on a proposal is pushed to its proposer, for a day', async () => {
  const moderator = await createMember(worker, { role: 'moderator' })
  const device = await subscribe(member)
  const startAt = now + 3 * day
  const { event } = await publishLifecycle(worker, { now, startAt, proposer: member, moderator })
  expect(push.noticesFor(device)).toMatchObject([{ navigate: `${siteUrl()}/events/${event.slug}` }])
  const [post] = push.postsFor(device)
  expect(Number(post?.headers.ttl)).toBe(86_400)
})

test('without a pair of keys nobody is offered a push', async () => {
  const without = await startTestWorker({}, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'])
  const { token } = await createMember(without)
  const body = await without.get<PushDevicesView>(path, { token })
  expect(body.public_key).toBeNull()
  const answer = await without.call('POST', path, { token, body: newDevice().subscription })
  expect([answer.status, answer.body.code]).toEqual([409, 'push_off'])
  await without.close()
})

test('the service worker is one file, which a browser asks for anew each time', async () => {
  const answer = await worker.fetch('/service-worker.js')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/javascript/)
  expect(answer.headers.get('Cache-Control')).toMatch(/no-cache|max-age=0/)
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  const script = await answer.text()
  for (const title of ['You’re offline', 'Estás sin conexión', 'Vous êtes hors ligne']) {
    expect(script).toContain(title)
  }
  expect(script).not.toMatch(/^import /m)
})
