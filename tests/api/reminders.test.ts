import { everyLane } from '#tests/support/drivers/lanes.ts'
import { describe, expect } from 'vitest'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { tokenFor, createMember, type Member } from '#tests/support/factories/members.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

async function hype(person: Member, eventId: number, hyped: boolean, now: number): Promise<void> {
  const token = await tokenFor(worker, person.username, now)
  const answer = await worker.call('PUT', `events/${eventId}/toggle_hype`, {
    token,
    body: { hyped },
    now,
  })
  expect(answer.status).toBe(200)
}

async function received(person: Member, name: string, now: number) {
  const token = await tokenFor(worker, person.username, now)
  const inbox = await worker.call<NotificationsView>('GET', 'users/me/notifications', {
    token,
    now,
  })
  const mails = await worker.mails(person.email)
  return {
    mail: mails.filter(({ subject }) => subject.includes(name)).length,
    discord: worker.discord.posts.filter(({ body }) => textOfPost(body).includes(name)).length,
    inApp: inbox.body.items.filter(({ title }) => title.includes(name)).length,
  }
}

/** A member with every channel who hyped an event that starts in two days. */
async function hypedEvent() {
  const now = Date.now()
  const start = now + 2 * day
  const person = await createMember(worker, { channels: ['discord'], createdAt: now })
  const event = await publishEvent(worker, start, { now })
  await hype(person, event.id, true, now)
  return { person, event, start }
}

describe('reminders', () => {
  test('each channel gets one message 24 hours before and one 1 hour before', async () => {
    const { person, event, start } = await hypedEvent()

    await worker.minute(start - 25 * hour)
    expect(await received(person, event.name, start - 25 * hour)).toEqual({
      mail: 0,
      discord: 0,
      inApp: 0,
    })

    await worker.minute(start - 24 * hour)
    expect(await received(person, event.name, start - 24 * hour)).toEqual({
      mail: 1,
      discord: 1,
      inApp: 1,
    })

    await worker.minute(start - hour)
    expect(await received(person, event.name, start - hour)).toEqual({
      mail: 2,
      discord: 2,
      inApp: 2,
    })
  })

  test('overlapping minute jobs and repeated queue messages send nothing twice', async () => {
    const { person, event, start } = await hypedEvent()
    const at = start - 24 * hour

    await Promise.all([worker.tick(at), worker.tick(at), worker.tick(at + 1)])
    const repeated = {
      type: 'fan_out_reminders',
      eventId: event.id as never,
      hours: 24,
      startAt: start,
      after: 0,
    } as const
    await worker.enqueue(repeated, at)
    await worker.enqueue(repeated, at)
    await worker.drainQueue(at)
    const { db } = worker.environment
    const { rows } = await db.$client.execute(
      `select id from deliveries where key = 'reminder:${event.id}:24:${start}'`,
    )
    const ids = rows.map((row) => row['id'] as never)
    expect(ids).toHaveLength(3)
    for (const message of [...everyLane(at), ...everyLane(at)]) await worker.enqueue(message, at)
    await worker.minute(at + 60_000)

    expect(await received(person, event.name, at)).toEqual({ mail: 1, discord: 1, inApp: 1 })
  })

  test('taking the hype back before the second mark stops the second reminder', async () => {
    const { person, event, start } = await hypedEvent()
    await worker.minute(start - 24 * hour)
    await hype(person, event.id, false, start - 2 * hour)
    await worker.minute(start - hour)
    expect(await received(person, event.name, start - hour)).toEqual({
      mail: 1,
      discord: 1,
      inApp: 1,
    })
  })

  test('a hype inside the window skips the reminder that is past', async () => {
    const now = Date.now()
    const start = now + 2 * day
    const early = await createMember(worker, { channels: ['discord'], createdAt: now })
    const person = await createMember(worker, { createdAt: now })
    const event = await publishEvent(worker, start, { now })
    await hype(early, event.id, true, now)
    await hype(person, event.id, true, start - 20 * hour)
    await worker.tick(start - 19 * hour)
    await worker.minute(start - hour)
    expect(await received(person, event.name, start - hour)).toMatchObject({ mail: 1, inApp: 1 })
  })

  test('an unverified address gets no reminder by mail, and nothing is sent after the start', async () => {
    const now = Date.now()
    const start = now + 2 * day
    const unverified = await createMember(worker, { createdAt: now, isVerified: false })
    const late = await createMember(worker, { createdAt: now })
    const event = await publishEvent(worker, start, { now })
    await hype(unverified, event.id, true, now)
    await worker.minute(start - 24 * hour)
    expect(await received(unverified, event.name, start - 24 * hour)).toEqual({
      mail: 0,
      discord: 0,
      inApp: 1,
    })
    await hype(late, event.id, true, start - 23 * hour)
    await worker.minute(start + 1)
    expect(await received(late, event.name, start + 1)).toEqual({ mail: 0, discord: 0, inApp: 0 })
  })

  test('Discord asking to wait is tried again later and then delivered once', async () => {
    const { event, start } = await hypedEvent()
    const at = start - 24 * hour
    worker.discord.answers.push({ status: 429, headers: { 'Retry-After': '5' } })
    await worker.minute(at)
    await worker.minute(at + 30_000)
    const posts = () =>
      worker.discord.posts.filter(({ body }) => textOfPost(body).includes(event.name))
    expect(posts()).toHaveLength(1)
    await worker.minute(at + 90_000)
    expect(posts()).toHaveLength(2)
    await worker.minute(at + 600_000)
    expect(posts()).toHaveLength(2)
    expect(posts()[0]?.body.allowed_mentions).toEqual({ parse: [] })
  })

  test('a webhook that is gone is switched off and the profile says so', async () => {
    const { person, start } = await hypedEvent()
    worker.discord.answers.push({ status: 404 })
    await worker.minute(start - 24 * hour)
    const token = await tokenFor(worker, person.username)
    const settings = await worker.call<{ discord: unknown }>('GET', 'users/me/settings', {
      token,
    })
    expect(settings.body.discord).toEqual({ webhook_hint: 'bbbb', is_disabled: true })
  })

  test('an event that is off the agenda when its mark comes is reminded of once it is back', async () => {
    const { person, event, start } = await hypedEvent()
    const mark = start - 24 * hour
    const token = await tokenFor(worker, 'admin', mark)
    const act = (name: string) =>
      worker.call('POST', `admin/proposals/${event.id}/${name}`, {
        token,
        now: mark,
        body: { delay_seconds: 0, ...reasons },
      })
    expect((await act('reset')).status).toBe(200)
    await worker.enqueue(
      {
        type: 'fan_out_reminders',
        eventId: event.id as never,
        hours: 24,
        startAt: start,
        after: 0,
      },
      mark,
    )
    await worker.drainQueue(mark)
    expect(await received(person, event.name, mark)).toEqual({ mail: 0, discord: 0, inApp: 0 })
    expect((await act('approve')).status).toBe(200)
    await worker.minute(mark + 60_000)
    expect(await received(person, event.name, mark)).toEqual({ mail: 1, discord: 1, inApp: 1 })
  })

  test('a reminder stopped while the event was off the agenda is sent once it is back', async () => {
    const { event, start } = await hypedEvent()
    const mark = start - 24 * hour
    const token = await tokenFor(worker, 'admin', mark)
    const act = (name: string, now: number) =>
      worker.call('POST', `admin/proposals/${event.id}/${name}`, {
        token,
        now,
        body: { delay_seconds: 0, ...reasons },
      })
    const posts = () =>
      worker.discord.posts.filter(({ body }) => textOfPost(body).includes(event.name))
    worker.discord.answers.push({ status: 429, headers: { 'Retry-After': '5' } })
    await worker.minute(mark)
    expect((await act('disable', mark)).status).toBe(200)
    await worker.minute(mark + 90_000)
    expect(posts()).toHaveLength(1)
    expect((await act('enable', mark + 91_000)).status).toBe(200)
    expect((await act('approve', mark + 92_000)).status).toBe(200)
    await worker.minute(mark + 120_000)
    await worker.minute(mark + 180_000)
    expect(posts()).toHaveLength(2)
  })

  test('a delivery that cannot be written does not take its neighbours along', async () => {
    const { person, event, start } = await hypedEvent()
    const broken = await createMember(worker, { channels: ['discord'] })
    await hype(broken, event.id, true, Date.now())
    await worker.environment.db.$client.execute({
      sql: `update users set discord_webhook = 'sealed.under.another-key', timezone_name = 'No/Where'
        where username = ?`,
      args: [broken.username],
    })
    const mark = start - 24 * hour
    await worker.minute(mark)
    expect(await received(person, event.name, mark)).toEqual({ mail: 1, discord: 1, inApp: 1 })
    const { rows } = await worker.environment.db.$client.execute(
      `select status, attempts from deliveries where event_id = ${event.id} and kind = 'reminder'
        and channel <> 'in_app' and status <> 'sent'`,
    )
    expect(rows.map((row) => [row['status'], row['attempts']])).toEqual([
      ['dead', 1],
      ['dead', 1],
    ])
  })
})
