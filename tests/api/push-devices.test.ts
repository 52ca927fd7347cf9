import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect } from 'vitest'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import type {
  DeviceComparisonView,
  PushDeviceView,
  PushDevicesView,
} from '#worker/features/notifications/push/contract.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { callAs, createMember, type Member } from '#tests/support/factories/members.ts'
import { day, hour, second } from '#tests/support/drivers/durations.ts'
import {
  newDevice,
  startFakePushService,
  type Device,
  type FakePushService,
} from '#tests/support/fakes/fake-push-service.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

const path = 'users/me/push_subscriptions'

let push: FakePushService
let member: Member
let now: number
const test = testWith(async () => {
  push = await startFakePushService()
  return { ...push, vars: { PUSH_URL: push.url } }
})
beforeEach(async () => {
  now = Date.now()
  push.posts.length = 0
  push.answers.length = 0
  member = await createMember(worker)
})

const call = <Body = ErrorEnvelope>(method: string, to: string, body?: unknown, who = member) =>
  callAs<Body>(worker, who, method, to, { body, now })

async function subscribe(device = newDevice(), who = member): Promise<Device> {
  await call('POST', path, device.subscription, who)
  return device
}

/** Pushes a reminder, a day before the start, to all devices of the member. */
async function remind(startAt = now + 2 * day): Promise<void> {
  const event = await createEvent(worker, {
    name: `Reported ${randomUUID()}`,
    startAt,
    endAt: startAt + hour,
  })
  await worker.sql`insert into hypes (event_id, user_id, created_at)
    values (${event.id}, ${member.userId}, ${now})`
  await worker.minute(startAt - day)
}

const tokenOf = (device: Device) => push.payloadsFor(device).at(-1)?.receipt ?? ''
/** Reports as a service worker does, without a session. */
const report = (token: string, at = now) =>
  worker.call<ErrorEnvelope>('POST', 'push_receipts', { body: { token }, now: at })

async function deviceView(at = now): Promise<PushDeviceView | undefined> {
  const { body } = await callAs<PushDevicesView>(worker, member, 'GET', path, { now: at })
  return body.items[0]
}

const receipts = () =>
  worker.sql<{ kind: string; readAt: number }>`select kind, read_at as readAt from deliveries
    where channel = 'push' and read_at is not null and user_id = ${member.userId}`

describe('a receipt', () => {
  test('says which device showed which kind and when, once', async () => {
    const device = await subscribe()
    await remind()
    expect(await deviceView()).toMatchObject({ last_shown_at: null, is_losing: false })
    const at = now + day
    expect((await report(tokenOf(device), at)).status).toBe(204)
    expect((await report(tokenOf(device), at + hour)).status).toBe(204)
    expect(await receipts()).toEqual([{ kind: 'reminder', readAt: at }])
    const { last_shown_at } = (await deviceView()) ?? {}
    expect(Date.parse(last_shown_at ?? '')).toBe(at)
  })

  test('of somebody else’s device is refused, and nothing is stored', async () => {
    const device = await subscribe()
    await remind()
    const token = tokenOf(device)
    const forged = token.replace(/^\d+/, (id) => String(Number(id) - 1))
    const next = await createMember(worker)
    for (const wrong of [forged, `${token.slice(0, -1)}_`, `9${token}`]) {
      const { status, body } = await report(wrong)
      expect([status, body.code]).toEqual([404, 'push_device_not_found'])
    }
    expect((await report('words')).status).toBe(422)
    // The device is another member's by the time it reports.
    await subscribe(device, next)
    expect((await report(token)).status).toBe(404)
    expect(
      await worker.sql`select 1 from deliveries where channel = 'push' and read_at is not null
      and user_id in (${member.userId}, ${next.userId})`,
    ).toEqual([])
  })

  test('is neither asked for nor taken while its switch is off, which deletes what there is', async () => {
    const device = await subscribe()
    await remind()
    await report(tokenOf(device))
    expect(await receipts()).toHaveLength(1)
    await call('PUT', 'users/me/settings', { is_push_reported: false })
    expect(await receipts()).toEqual([])
    expect((await report(tokenOf(device))).status).toBe(404)
    await remind(now + 3 * day)
    expect(push.payloadsFor(device).at(-1)).not.toHaveProperty('receipt')
  })

  test('leaves no trace in the bell', async () => {
    const device = await subscribe()
    await remind()
    await report(tokenOf(device))
    const { body } = await call<{ unread_count: number }>('GET', 'users/me/notifications')
    expect(body.unread_count).toBe(1)
  })

  test('is in the export, and gone with the account', async () => {
    const device = await subscribe()
    await remind()
    await report(tokenOf(device), now + day)
    const { body } = await call<{ notifications: Record<string, unknown>[] }>(
      'GET',
      'users/me/export',
    )
    expect(body.notifications.find(({ channel }) => channel === 'push')).toMatchObject({
      kind: 'reminder',
      read_at: expect.stringContaining('T') as string,
    })
    await worker.sql`delete from users where id = ${member.userId}`
    expect(await receipts()).toEqual([])
  })
})

describe('pushes that were not shown', () => {
  async function remindThrice(): Promise<void> {
    for (const days of [3, 4, 5]) await remind(now + days * day)
  }

  test('count as loss once they can no longer arrive, on a device that reported one before', async () => {
    const device = await subscribe()
    await remind()
    await report(tokenOf(device), now + day + second)
    await remindThrice()
    expect(await deviceView(now + 5 * day - 1)).toMatchObject({ is_losing: false })
    expect(await deviceView(now + 5 * day)).toMatchObject({ is_losing: true })
    await report(tokenOf(device), now + 5 * day + second)
    expect(await deviceView(now + 6 * day)).toMatchObject({ is_losing: false })
  })

  test('are none on a device that never reported one, such as an iPhone', async () => {
    await subscribe(newDevice('https://web.push.apple.com'))
    await remindThrice()
    expect(await deviceView(now + 6 * day)).toMatchObject({
      is_losing: false,
      is_silent: true,
      last_shown_at: null,
    })
  })
})

describe('a test', () => {
  const start = async () => {
    const device = await subscribe()
    const { id } = (await deviceView()) ?? {}
    return { device, run: (who = member) => call('POST', `${path}/${id}/test`, undefined, who) }
  }

  test('is pushed to that device alone, for a minute', async () => {
    const { device, run } = await start()
    const other = await subscribe()
    expect((await run()).status).toBe(204)
    expect(push.noticesFor(device)).toMatchObject([{ title: 'Hypecal', tag: 'test' }])
    expect(push.payloadsFor(device)[0]).not.toHaveProperty('receipt')
    expect(push.postsFor(device)[0]?.headers.ttl).toBe('60')
    expect(push.postsFor(other)).toEqual([])
  })

  test('of another member’s device is refused', async () => {
    const { device, run } = await start()
    expect((await run(await createMember(worker))).body.code).toBe('push_device_not_found')
    expect(push.postsFor(device)).toEqual([])
  })

  test('says so where the push service does not take it, and ends a device that is gone', async () => {
    const { run } = await start()
    push.answers.push({ status: 500 }, { status: 410 })
    expect([(await run()).body.code, (await run()).body.code]).toEqual([
      'push_test_failed',
      'push_device_not_found',
    ])
    expect(await deviceView()).toBeUndefined()
  })
})

describe('a subscription that vanished', () => {
  const notices = () =>
    worker.sql<{ channel: string; kind: string }>`select channel, kind from deliveries
      where user_id = ${member.userId} and kind = 'device_lost' order by channel`
  const told = [
    { channel: 'email', kind: 'device_lost' },
    { channel: 'in_app', kind: 'device_lost' },
  ]

  test.each([404, 410])('by a %i ends, and is told in the bell and by one mail', async (status) => {
    await subscribe()
    push.answers.push({ status })
    await remind()
    await remind(now + 3 * day)
    expect(await deviceView()).toBeUndefined()
    expect(await notices()).toEqual(told)
    const { body } = await call<NotificationsView>('GET', 'users/me/notifications')
    expect(body.items.find(({ kind }) => kind === 'device_lost')).toMatchObject({
      title: 'Unknown device no longer gets notifications',
      path: '/profile/notifications',
    })
  })

  test('in the browser ends and is told once; the server says what it knows', async () => {
    const { subscription } = await subscribe()
    const { endpoint } = subscription
    const compare = (body: object) => call<DeviceComparisonView>('PUT', path, body)
    expect((await compare({ endpoint })).body).toMatchObject({
      is_known: true,
      public_key: expect.stringMatching(/^B/) as string,
    })
    expect((await compare({ endpoint, is_lost: true })).body.is_known).toBe(false)
    expect((await compare({ endpoint, is_lost: true })).body.is_known).toBe(false)
    expect(await deviceView()).toBeUndefined()
    expect(await notices()).toEqual(told)
  })

  test('of another member is neither ended nor told', async () => {
    const next = await createMember(worker)
    const device = await subscribe()
    await call(
      'POST',
      path,
      { ...newDevice().subscription, replaces: device.subscription.endpoint },
      next,
    )
    expect(await deviceView()).toBeDefined()
    expect(await notices()).toEqual([])
  })

  test('and was replaced is told to nobody', async () => {
    const { subscription } = await subscribe()
    const renewed = newDevice()
    await call('POST', path, { ...renewed.subscription, replaces: subscription.endpoint })
    const { body } = await call<PushDevicesView>('GET', path)
    expect(body.items).toHaveLength(1)
    expect(await notices()).toEqual([])
  })
})
