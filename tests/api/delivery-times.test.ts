import { describe, expect } from 'vitest'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import { insertFollows, insertGame } from '#tests/support/factories/directory.ts'
import { type Member, callAs, createMember, reachable } from '#tests/support/factories/members.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import { countsOf, receivedOf } from '#tests/support/factories/notification-readers.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const settings = 'users/me/notification_settings'

async function settingsOf({ token }: Member): Promise<NotificationSettingsView> {
  return worker.get<NotificationSettingsView>(settings, { token })
}

function put(member: Member, path: string, body: unknown, now = Date.now()) {
  return callAs(worker, member, 'PUT', path, { body, now })
}

const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16)

/** Somebody of UTC, with every channel, who hyped an event that starts in 48 hours. */
async function hypedReader() {
  const now = Math.floor(Date.now() / hour) * hour
  const start = now + 48 * hour
  const fan = await createMember(worker, reachable)
  await worker.sql`update users set timezone_name = 'UTC' where id = ${fan.userId}`
  const { id, name } = await publishEvent(worker, start, { now })
  await put(fan, `events/${id}/toggle_hype`, { hyped: true }, now)
  /** From one instant's time of day to another's, or never. */
  function setQuiet(hours: [from: number, to: number] | [], at = now) {
    const [from = null, to = null] = hours.map(timeOf)
    return put(fan, `${settings}/quiet_hours`, { from, to }, at)
  }
  const counts = async () => countsOf(await receivedOf(worker, fan, name))
  return { start, setQuiet, counts }
}

describe('quiet hours', () => {
  test('are none at first, are kept as they were given, and can be ended', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    expect((await settingsOf(member)).quiet_hours).toEqual({ from: null, to: null })
    for (const hours of [
      { from: '22:05', to: '08:00' },
      { from: '00:00', to: '23:59' },
      { from: null, to: null },
    ]) {
      const answer = await put(member, `${settings}/quiet_hours`, hours)
      expect([answer.status, answer.body]).toEqual([200, hours])
      expect((await settingsOf(member)).quiet_hours).toEqual(hours)
      expect((await settingsOf(other)).quiet_hours).toEqual({ from: null, to: null })
    }
  })

  test.each([
    [{ from: '22:00', to: null }, 'to', 'Set both times'],
    [{ from: null, to: '08:00' }, 'to', 'Set both times'],
    [{ from: '22:00', to: '22:00' }, 'to', 'The two times must be different'],
    [{ from: '24:00', to: '08:00' }, 'from', 'Enter a time like 22:00'],
    [{ from: '8:00', to: '09:00' }, 'from', 'Enter a time like 22:00'],
    [{ from: '22:00', to: '08:00:00' }, 'to', 'Enter a time like 22:00'],
    [{ from: '22:00' }, 'to', 'This field is required'],
  ])('are not %j', async (hours, path, reason) => {
    const member = await createMember(worker)
    const { status, body } = await put(member, `${settings}/quiet_hours`, hours)
    expect([status, body.details]).toEqual([422, [{ path, msg: reason }]])
    expect((await settingsOf(member)).quiet_hours).toEqual({ from: null, to: null })
  })

  test('hold back the reminder a day before, not the one an hour before, and not the bell', async () => {
    const { start, setQuiet, counts } = await hypedReader()
    // Silent but for the hour from four hours after the mark on.
    await setQuiet([start + 5 * hour, start + 4 * hour])
    await worker.minute(start - 24 * hour)
    expect(await counts()).toEqual({ mail: 0, discord: 0, inApp: 1 })
    await worker.minute(start - 20 * hour - 60_000)
    expect(await counts()).toEqual({ mail: 0, discord: 0, inApp: 1 })
    await worker.minute(start - 20 * hour)
    expect(await counts()).toEqual({ mail: 1, discord: 1, inApp: 1 })
    await worker.minute(start - hour)
    expect(await counts()).toEqual({ mail: 2, discord: 2, inApp: 2 })
  })

  test('that end once it is too late leave the reminder an hour before alone', async () => {
    const { start, setQuiet, counts } = await hypedReader()
    await setQuiet([start, start - hour])
    for (const before of [24, 12, 2, 1, 0.5]) await worker.minute(start - before * hour)
    expect(await counts()).toEqual({ mail: 1, discord: 1, inApp: 2 })
  })

  test('that are ended let what waits go at once', async () => {
    const { start, setQuiet, counts } = await hypedReader()
    const mark = start - 24 * hour
    await setQuiet([mark, mark + 9 * hour])
    await worker.minute(mark)
    expect(await counts()).toMatchObject({ mail: 0 })
    await setQuiet([], mark + hour)
    await worker.minute(mark + hour)
    expect(await counts()).toMatchObject({ mail: 1 })
  })
})

describe('the digest', () => {
  test('is off at first and is kept as it was chosen, for this member alone', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    expect((await settingsOf(member)).digest).toBe('off')
    for (const digest of ['weekly', 'daily', 'off']) {
      const answer = await put(member, `${settings}/digest`, { digest })
      expect([answer.status, answer.body]).toEqual([200, { digest }])
      expect((await settingsOf(member)).digest).toBe(digest)
      const due = await worker.sql<{ isDue: number }>`select digest_next_at is not null as isDue
        from users where id = ${member.userId}`
      expect(due).toEqual([{ isDue: Number(digest !== 'off') }])
    }
    expect((await settingsOf(other)).digest).toBe('off')
  })

  test.each([{}, { digest: 'hourly' }, { digest: null }])('is not %j', async (wrong) => {
    const member = await createMember(worker)
    const { status, body } = await put(member, `${settings}/digest`, wrong)
    expect(status).toBe(422)
    expect(body.details).toMatchObject([{ path: 'digest' }])
  })

  test('moves with the time zone', async ({ member }) => {
    const nextOf = async () => {
      const [row] = await worker.sql<{ next: number }>`select digest_next_at as next from users
        where id = ${member.userId}`
      return new Date(row!.next).toISOString().slice(11)
    }
    await put(member, 'users/me/settings', { timezone_name: 'UTC' })
    await put(member, `${settings}/digest`, { digest: 'daily' })
    expect(await nextOf()).toBe('08:00:00.000Z')
    await put(member, 'users/me/settings', { timezone_name: 'Asia/Tokyo' })
    expect(await nextOf()).toBe('23:00:00.000Z')
  })

  test('tells of new events together through the clock and the queue', async () => {
    const now = Math.floor(Date.now() / (24 * hour)) * 24 * hour + 12 * hour
    const gameId = await insertGame(worker, `Digest game ${now}`)
    const fan = await createMember(worker, { ...reachable, language: 'fr' })
    await worker.sql`update users set timezone_name = 'UTC' where id = ${fan.userId}`
    await insertFollows(worker, 'game', gameId, [fan])
    await put(fan, `${settings}/digest`, { digest: 'daily' }, now)
    const changes = { game_id: gameId }
    const first = await publishEvent(worker, now + 72 * hour, { now, changes })
    const other = await publishEvent(worker, now + 96 * hour, { now: now + 1000, changes })
    await worker.drainQueue(now)
    expect(await worker.mails(fan.email)).toEqual([])
    await Promise.all([worker.tick(now + 20 * hour), worker.tick(now + 20 * hour)])
    await worker.minute(now + 20 * hour + 60_000)
    const mails = await worker.mails(fan.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['2 nouveaux événements à l’agenda'])
    for (const { name, slug } of [first, other]) {
      expect(mails[0]?.text).toContain(name)
      expect(mails[0]?.html).toContain(`/fr/events/${slug}`)
    }
  })
})
