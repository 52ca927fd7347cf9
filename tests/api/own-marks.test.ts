import { beforeEach, describe, expect } from 'vitest'
import { write } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import {
  ownReminderMarks,
  reminderMarks,
  type OwnReminderMark,
} from '#worker/contracts/reminder-marks.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import { runMinutelyJob } from '#worker/jobs/minutely-job.ts'
import { keepEvenings, renewEvenings } from '#worker/features/notifications/fan-out/evenings.ts'
import { getHypedEvent } from '#worker/features/notifications/planned/hyped-event.ts'
import { rescheduleNotificationsForTimeZone } from '#worker/features/notifications/preferences/digest-schedule.ts'
import {
  setGeneralMarks,
  setMarksOfEvent,
} from '#worker/features/notifications/preferences/own-marks.ts'
import { getNotificationSettings } from '#worker/features/notifications/preferences/preferences.ts'
import { setQuietHours } from '#worker/features/notifications/preferences/quiet-hours.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { asMember, type Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let fan: Account
let start: number
let eventId: EventId
let names = 0
const begin = Date.UTC(2027, 0, 4, 12)
const test = testAt(begin)
const tables = ['users', 'events', 'reminder_evenings', 'delivery_providers']

beforeEach(() => place(begin + 3 * day))

/** Somebody with every channel who hyped an event and set a time zone days before. */
async function place(at: number, zone = 'Europe/Paris'): Promise<void> {
  await outbox.startAfresh(at - 3 * day, tables)
  names += 1
  start = at
  fan = await outbox.addPerson(`fan${names}`, { webhook: `${names}/hook` })
  const { config } = outbox.contextFor({ kind: 'system' })
  await outbox.database.query(`update users set timezone_name = '${zone}'`)
  await outbox.database.query(`insert into push_subscriptions
      (user_id, endpoint, p256dh, auth, created_at, last_used_at)
    values (${fan.userId}, 'https://push.example/${names}', 'key',
      '${encrypt(config.ENCRYPTION_KEY, 'auth')}', 0, 0)`)
  eventId = (await createEvent(outbox, { startAt: start })).id as EventId
  await hype(fan)
}

const asFan = () => outbox.contextFor(asMember(fan, 'member'))
const choose = (...marks: OwnReminderMark[]) => setGeneralMarks(asFan(), { marks })
const chooseHere = (...marks: OwnReminderMark[]) => setMarksOfEvent(asFan(), eventId, { marks })
const hype = ({ userId }: Account) =>
  outbox.database.query(`insert into hypes (event_id, user_id, created_at)
    values (${eventId}, ${userId}, ${outbox.now})`)
const unhype = () => outbox.database.query(`delete from hypes`)

async function minuteAt(at: number): Promise<void> {
  outbox.now = at
  await outbox.minute(2)
}

/** Channels that the reminder of a mark arrived by. */
async function reachedBy(mark: OwnReminderMark): Promise<string> {
  const rows = await outbox.database.query<{ channel: string }>(`select channel from deliveries
    where key like 'reminder:${eventId}:${reminderMarks[mark].code}:%' and status = 'sent'
    order by channel`)
  return rows.map(({ channel }) => channel).join(' ')
}
const everywhere = 'discord email in_app push'
const atOnce = 'discord in_app push'
const channelsOf = (mark: OwnReminderMark) => (reminderMarks[mark].needsPush ? atOnce : everywhere)

/** The start, the zone, and the evening before. */
const clockChanges: [what: string, zone: string, start: number, evening: number][] = [
  ['no change', 'Europe/Paris', Date.UTC(2027, 0, 20, 19), Date.UTC(2027, 0, 19, 19)],
  ['spring', 'Europe/Paris', Date.UTC(2027, 2, 28, 18), Date.UTC(2027, 2, 27, 19)],
  ['the hour left out', 'Europe/Paris', Date.UTC(2027, 2, 28, 1, 30), Date.UTC(2027, 2, 27, 19)],
  ['autumn', 'Europe/Paris', Date.UTC(2027, 9, 31, 19), Date.UTC(2027, 9, 30, 18)],
  ['the hour doubled', 'Europe/Paris', Date.UTC(2027, 9, 31, 1, 30), Date.UTC(2027, 9, 30, 18)],
  ['far east', 'Pacific/Auckland', Date.UTC(2027, 3, 4, 11), Date.UTC(2027, 3, 3, 7)],
  ['far west', 'Pacific/Honolulu', Date.UTC(2027, 5, 2, 6), Date.UTC(2027, 5, 1, 6)],
  ['quarters', 'Asia/Kathmandu', Date.UTC(2027, 5, 2, 18, 30), Date.UTC(2027, 5, 2, 14, 15)],
  ['just before 20:00', 'Europe/Paris', Date.UTC(2027, 0, 20, 18, 59), Date.UTC(2027, 0, 19, 19)],
  ['just after midnight', 'Europe/Paris', Date.UTC(2027, 0, 19, 23, 1), Date.UTC(2027, 0, 19, 19)],
  [
    'just before midnight',
    'Europe/Paris',
    Date.UTC(2027, 0, 19, 22, 59),
    Date.UTC(2027, 0, 18, 19),
  ],
]

describe.each(clockChanges)('with %s', (_, zone, at, evening) => {
  test.each(ownReminderMarks)('%s comes at its time, once, by its channels', async (mark) => {
    await place(at, zone)
    await choose(mark)
    const { fromMs } = reminderMarks[mark]
    const markAt = fromMs === null ? evening : at - fromMs
    await minuteAt(markAt - minute)
    expect(await reachedBy(mark)).toBe('')
    await minuteAt(markAt)
    await minuteAt(markAt + minute)
    expect(await reachedBy(mark)).toBe(channelsOf(mark))
  })
})

describe('own marks', () => {
  test('come beside the fixed ones, and only to whom chose them', async () => {
    const other = await outbox.addPerson(`other${names}`, { webhook: `${names}/other` })
    await hype(other)
    await choose('3h', '10min')
    for (const before of [24 * hour, 3 * hour, hour, 10 * minute]) await minuteAt(start - before)
    const rows = await outbox.database.query<{ userId: number; hours: number }>(`select
      user_id as userId, payload ->> 'hours' as hours from deliveries
      where channel = 'in_app' order by id`)
    const of = ({ userId }: Account) =>
      rows.filter((row) => row.userId === userId).map(({ hours }) => hours)
    expect([of(fan), of(other)]).toEqual([
      [24, 3, 1, -10],
      [24, 1],
    ])
  })

  test('of an event take the place of the general ones, also where there is none', async () => {
    await choose('3h', '30min')
    await chooseHere('15min')
    await minuteAt(start - 3 * hour)
    await minuteAt(start - 30 * minute)
    await minuteAt(start - 15 * minute)
    expect(await Promise.all((['3h', '30min', '15min'] as const).map(reachedBy))).toEqual([
      '',
      '',
      atOnce,
    ])
    await chooseHere()
    expect((await getHypedEvent(asFan(), eventId)).own_marks).toEqual([])
    expect((await getNotificationSettings(asFan())).own_marks).toEqual(['3h', '30min'])
  })

  test('are two at most, each of them once, whatever the order of changes', async () => {
    await choose('3h', '30min')
    await choose('30min', 'evening')
    await chooseHere('10min', '15min')
    const rows = await outbox.database.query(`select event_id is null as isGeneral, slot, mark
      from own_reminders order by 1, 2`)
    expect(rows).toEqual([
      { isGeneral: 0, slot: 1, mark: '10min' },
      { isGeneral: 0, slot: 2, mark: '15min' },
      { isGeneral: 1, slot: 1, mark: 'evening' },
      { isGeneral: 1, slot: 2, mark: '30min' },
    ])
    for (const event of ['null', eventId]) {
      for (const slot of [1, 3]) {
        const insert = outbox.database.query(`insert into own_reminders
          values (${fan.userId}, ${event}, ${slot}, '3h', 0)`)
        await expect(insert).rejects.toThrow(/constraint/i)
      }
    }
  })

  test.each([
    ['hyped', async () => (await choose('3h'), await unhype(), await later(), await hype(fan))],
    ['chose', async () => (await later(), await choose('3h'))],
    ['chose for the event', async () => (await later(), await chooseHere('3h'))],
  ])('that passed when the person %s are left out, and the plan says so', async (_, act) => {
    await act()
    await minuteAt(outbox.now + minute)
    expect(await reachedBy('3h')).toBe('')
    const { notices } = await getHypedEvent(asFan(), eventId)
    const messages = notices.find(({ mark }) => mark === '3h')?.messages
    expect(new Set(messages?.map(({ state }) => state))).toEqual(new Set(['skipped']))
  })
  const later = async () => {
    outbox.now = start - 3 * hour + minute
  }

  test.each([
    ['the hype is taken back', unhype],
    ['the mark is no longer chosen', () => choose()],
    ['the event has another choice', () => chooseHere('3h')],
  ])('are not sent once %s', async (_, undo) => {
    await choose('15min')
    outbox.discord.fault = { status: 500 }
    outbox.answerPush = () => ({ kind: 'retry', reason: 'service_failed', error: '500' })
    await minuteAt(start - 15 * minute)
    outbox.answerPush = () => ({ kind: 'sent' })
    outbox.discord.fault = undefined
    await undo()
    for (const before of [13, 10, 5]) await minuteAt(start - before * minute)
    expect(await reachedBy('15min')).toBe('in_app')
  })

  test('are due anew when the event moves', async () => {
    await choose('3h', 'evening')
    await minuteAt(start - 3 * hour)
    expect(await reachedBy('3h')).toBe(everywhere)
    await outbox.database.query(`update events set start_at = start_at + ${day},
      end_at = end_at + ${day}`)
    await outbox.database.query('delete from deliveries')
    await renewEvenings(outbox.contextFor({ kind: 'system' }))
    await minuteAt(Date.UTC(2027, 0, 7, 19))
    expect(await reachedBy('evening')).toBe(everywhere)
    await minuteAt(start + day - 3 * hour)
    expect(await reachedBy('3h')).toBe(everywhere)
  })

  test('under an hour come at night as well, others wait for the morning or give way', async () => {
    await setQuietHours(asFan(), { from: '10:00', to: '11:00' })
    await choose('3h', '15min')
    await minuteAt(start - 3 * hour)
    expect(await reachedBy('3h')).toBe('in_app')
    await minuteAt(start - 2 * hour)
    expect(await reachedBy('3h')).toBe(everywhere)
    await setQuietHours(asFan(), { from: '12:00', to: '14:00' })
    await minuteAt(start - 15 * minute)
    expect(await reachedBy('15min')).toBe(atOnce)
  })

  test('that wait for the end of quiet hours are planned for the new one as soon as it is set', async () => {
    await setQuietHours(asFan(), { from: '09:00', to: '11:00' })
    await choose('3h')
    await minuteAt(start - 3 * hour)
    await setQuietHours(asFan(), { from: '09:00', to: '11:30' })
    const { notices } = await getHypedEvent(asFan(), eventId)
    const mail = notices
      .find(({ mark }) => mark === '3h')
      ?.messages.find(({ channel }) => channel === 'email')
    expect(Date.parse(mail?.at ?? '')).toBe(start - 1.5 * hour)
    await setQuietHours(asFan(), { from: '09:00', to: '12:30' })
    const late = (await getHypedEvent(asFan(), eventId)).notices.find(({ mark }) => mark === '3h')
    expect(late?.messages[0]).toMatchObject({ state: 'skipped', reason: 'quiet_hours' })
  })

  test('are late until the hour before the start, or the start', async () => {
    await choose('3h', '30min')
    await minuteAt(start - hour - minute)
    expect(await reachedBy('3h')).toBe(everywhere)
    await minuteAt(start - minute)
    expect(await reachedBy('30min')).toBe(atOnce)
  })

  test('of the evening follow the person into another zone, once', async () => {
    await choose('evening')
    await write(asFan(), [rescheduleNotificationsForTimeZone(asFan(), 'America/New_York')])
    await outbox.database.query(`update users set timezone_name = 'America/New_York'`)
    await minuteAt(Date.UTC(2027, 0, 6, 19))
    expect(await reachedBy('evening')).toBe('')
    await minuteAt(Date.UTC(2027, 0, 7, 1))
    expect(await reachedBy('evening')).toBe(everywhere)
    await write(asFan(), [rescheduleNotificationsForTimeZone(asFan(), 'Europe/Paris')])
    await outbox.database.query(`update users set timezone_name = 'Europe/Paris'`)
    await minuteAt(Date.UTC(2027, 0, 7, 2))
    const evenings = outbox.mail.taken().filter(({ key }) => key.split(':')[2] === '0')
    expect(evenings).toHaveLength(1)
  })

  test('under an hour are refused to whom neither push nor Discord reaches, but kept', async () => {
    await choose('10min')
    await outbox.setWebhook(fan.userId, null)
    await outbox.database.query('delete from push_subscriptions')
    await choose('10min', '3h')
    await expect(choose('10min', '15min')).rejects.toMatchObject({ code: 'mark_needs_push' })
    await expect(chooseHere('30min')).rejects.toMatchObject({ code: 'mark_needs_push' })
    expect((await getHypedEvent(asFan(), eventId)).takes_near_marks).toBe(false)
    await unhype()
    await expect(chooseHere('3h')).rejects.toMatchObject({ code: 'event_not_found' })
  })
})

describe('the evenings of zones', () => {
  const evenings = () =>
    outbox.database.query<{ zone: string; at: number }>(
      `select time_zone as zone, at from reminder_evenings order by at`,
    )

  test('are written for days ahead, and end with their day', async () => {
    await choose('evening')
    const before = await evenings()
    expect(before).toHaveLength(4)
    outbox.now += 2 * day
    await renewEvenings(outbox.contextFor({ kind: 'system' }))
    const after = await evenings()
    expect([after[0]?.at, after.at(-1)?.at]).toEqual([
      before[1]!.at + day,
      before.at(-1)!.at + 2 * day,
    ])
    await renewEvenings(outbox.contextFor({ kind: 'system' }))
    expect(await evenings()).toEqual(after)
  })

  test('of a clock that leaves out midnight begin with its day', async () => {
    const at = Date.UTC(2027, 8, 5, 12)
    await write(outbox.contextFor({ kind: 'system' }), [keepEvenings(['America/Santiago'], at)])
    const rows = await outbox.database.query<{ from: number; to: number }>(
      `select day_from as 'from', day_to as 'to' from reminder_evenings order by at`,
    )
    expect(rows.slice(1).every(({ from }, index) => from === rows[index]!.to)).toBe(true)
  })
})

test('with a mark that is done the minute job is one query', async () => {
  await choose('evening', '3h')
  await minuteAt(start - 3 * hour)
  outbox.now += minute
  let statements = 0
  const ctx = outbox.contextFor({ kind: 'system' })
  const { send } = ctx.db
  ctx.db.send = (queries, mode) => {
    statements += queries.length
    return send(queries, mode)
  }
  await runMinutelyJob(ctx)
  expect([statements, outbox.queue]).toEqual([1, []])
})
