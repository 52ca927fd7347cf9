import fc from 'fast-check'
import { expect } from 'vitest'
import { write } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import {
  ownReminderMarks,
  reminderMarkNames,
  reminderMarks,
  type ReminderMark,
} from '#worker/contracts/reminder-marks.ts'
import { AppError } from '#worker/api/errors.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import {
  findEveningBefore,
  renewEvenings,
} from '#worker/features/notifications/fan-out/evenings.ts'
import { getHypedEvent } from '#worker/features/notifications/planned/hyped-event.ts'
import { rescheduleNotificationsForTimeZone } from '#worker/features/notifications/preferences/digest-schedule.ts'
import {
  setGeneralMarks,
  setMarksOfEvent,
} from '#worker/features/notifications/preferences/own-marks.ts'
import { setChannelPreference } from '#worker/features/notifications/preferences/preferences.ts'
import { setQuietHours } from '#worker/features/notifications/preferences/quiet-hours.ts'
import type { DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import { hour, minute, second } from '#tests/support/drivers/durations.ts'
import { asMember, type Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { runsOf } from '#tests/support/runs.ts'

const test = testAt(Date.UTC(2027, 2, 26))
const zones = ['Europe/Paris', 'Asia/Kathmandu', 'Pacific/Honolulu', 'Pacific/Auckland'] as const
const marks = fc.uniqueArray(fc.constantFrom(...ownReminderMarks), { maxLength: 2 })
const times = ['00:00', '06:00', '08:30', '13:00', '20:00', '22:00'] as const

/** An act between two runs of the jobs. */
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('choose' as const), marks }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('choose_here' as const), marks }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('hype' as const, 'unhype' as const) }) },
  fc.record({ do: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }),
  fc.record({ do: fc.constant('move' as const), hours: fc.integer({ min: -12, max: 12 }) }),
  fc.record({
    do: fc.constant('quiet' as const),
    hours: fc.option(fc.uniqueArray(fc.constantFrom(...times), { minLength: 2, maxLength: 2 })),
  }),
  fc.record({
    do: fc.constant('switch' as const),
    channel: fc.constantFrom('email', 'push', 'discord', 'in_app') as fc.Arbitrary<DeliveryChannel>,
    is_enabled: fc.boolean(),
  }),
  fc.record({ do: fc.constant('webhook' as const), is_set: fc.boolean() }),
)
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

const course = fc.record({
  zone: fc.constantFrom(...zones),
  /** Around the changes of clocks in Paris and Auckland. */
  start: fc
    .integer({ min: 0, max: 9 * 48 })
    .map((half) => Date.UTC(2027, 2, 27) + (half * hour) / 2),
  acts: fc.array(
    fc.record({
      before: fc.integer({ min: 1, max: 6 }),
      acts: fc.array(act, { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 8 },
  ),
})

let fan: Account
let eventId: EventId
let start: number
let names = 0
const asFan = () => outbox.contextFor(asMember(fan, 'member'))

async function place(at: number, zone: string): Promise<void> {
  await outbox.startAfresh(at - 32 * hour, ['users', 'events', 'delivery_providers'])
  names += 1
  start = at
  fan = await outbox.addPerson(`fan${names}`, { webhook: `${names}/hook` })
  const { config } = outbox.contextFor({ kind: 'system' })
  await outbox.database.query(`update users set timezone_name = '${zone}'`)
  await outbox.database.query(`insert into push_subscriptions
      (user_id, endpoint, p256dh, auth, created_at, last_used_at)
    values (${fan.userId}, 'https://push.example/${names}', 'key',
      '${encrypt(config.ENCRYPTION_KEY, 'auth')}', 0, 0)`)
  eventId = (await createEvent(outbox, { startAt: start, name: `Event ${names}` })).id as EventId
  await apply({ do: 'hype' })
}

async function apply(one: Act): Promise<void> {
  switch (one.do) {
    case 'choose':
      return choose(() => setGeneralMarks(asFan(), one))
    case 'choose_here':
      return choose(() => setMarksOfEvent(asFan(), eventId, one))
    case 'hype':
      return void (await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
        values (${eventId}, ${fan.userId}, ${outbox.now}) on conflict do nothing`))
    case 'unhype':
      return void (await outbox.database.query('delete from hypes'))
    case 'zone':
      await write(asFan(), [rescheduleNotificationsForTimeZone(asFan(), one.zone)])
      return void (await outbox.database.query(`update users set timezone_name = '${one.zone}'`))
    case 'move':
      return move(one.hours)
    case 'quiet':
      return keepQuiet(one.hours ?? [])
    case 'switch':
      return void (await setChannelPreference(asFan(), { kind: 'reminder', ...one }, one))
    default:
      return outbox.setWebhook(fan.userId, one.is_set ? `${names}/hook` : null)
  }
}

async function keepQuiet([from = null, to = null]: (string | null)[]): Promise<void> {
  await setQuietHours(asFan(), { from, to })
}

async function move(hours: number): Promise<void> {
  const by = Math.max(hours * hour, outbox.now + 5 * minute - start)
  start = Math.ceil((start + by) / (30 * minute)) * 30 * minute
  await outbox.database.query(`update events set start_at = ${start}, end_at = ${start + hour}`)
}

/** A choice that the API refuses changes nothing. */
async function choose(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** The next minute, each mark that anybody may have, and what the plan names. */
function listRuns(planned: readonly Sending[]): number[] {
  const distances = Object.values(reminderMarks).flatMap(({ fromMs }) => fromMs ?? [])
  const instants = [
    nextMinute(),
    ...distances.map((distance) => start - distance),
    ...zones.map((zone) => findEveningBefore(start, zone)),
    ...planned.map(({ at }) => at),
  ]
  const coming = instants.filter((at) => at > outbox.now && at < start)
  return [...new Set(coming)].toSorted((a, b) => a - b)
}
const nextMinute = () => Math.ceil(outbox.now / minute) * minute

type Sending = { mark: ReminderMark; channel: DeliveryChannel; at: number }

/** Undefined where nothing is promised: the person does not hype it. */
async function readPlan(): Promise<Sending[]> {
  try {
    const { notices } = await getHypedEvent(asFan(), eventId)
    return notices.flatMap(({ mark, messages }) =>
      messages.flatMap(({ channel, state, at }) =>
        mark !== null && state === 'planned' && at !== null
          ? [{ mark, channel, at: Math.max(Date.parse(at), nextMinute()) }]
          : [],
      ),
    )
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

const markOfCode = new Map<number, ReminderMark>(
  reminderMarkNames.map((name) => [reminderMarks[name].code, name]),
)

async function readSent(): Promise<Sending[]> {
  const rows = await outbox.database.query<{ hours: number; channel: string; sentAt: number }>(
    `select payload ->> 'hours' as hours, channel, sent_at as sentAt from deliveries
      where status = 'sent' and kind = 'reminder'`,
  )
  return rows.map(({ hours, channel, sentAt }) => ({
    mark: markOfCode.get(hours) as ReminderMark,
    channel: channel as DeliveryChannel,
    at: Math.floor(sentAt / minute) * minute,
  }))
}

const inOrder = (sendings: readonly Sending[]) =>
  sendings
    .map(({ mark, channel, at }) => `${new Date(at).toISOString()} ${mark} ${channel}`)
    .toSorted()

const seen = new Set<ReminderMark>()

test(
  'what the plan says is sent, then and nothing else, whatever the person does',
  { timeout: 40 * minute },
  async () => {
    await fc.assert(
      fc.asyncProperty(course, async ({ zone, start: at, acts }) => {
        await place(at, zone)
        for (const next of [...acts, { before: Infinity, acts: [] }]) {
          for (const one of outbox.now < start - minute ? next.acts : []) {
            outbox.now += second
            await apply(one)
          }
          outbox.now += second
          await renewEvenings(outbox.contextFor({ kind: 'system' }))
          const planned = await readPlan()
          const before = outbox.now
          for (const run of listRuns(planned).slice(0, next.before)) {
            outbox.now = run
            await outbox.minute()
          }
          const sent = (await readSent()).filter((one) => one.at > before)
          expect(inOrder(sent)).toEqual(inOrder(planned.filter((one) => one.at <= outbox.now)))
          for (const { mark } of sent) seen.add(mark)
        }
      }),
      { numRuns: runsOf({ few: 40, many: 500 }), endOnFailure: true },
    )
    expect([...seen].toSorted()).toEqual(reminderMarkNames.toSorted())
  },
)
