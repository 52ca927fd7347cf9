import { everyLane } from '#tests/support/drivers/lanes.ts'
import { beforeEach, describe, expect } from 'vitest'
import { runMinutelyJob } from '#worker/jobs/minutely-job.ts'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import { day, hour, minute, second } from '#tests/support/drivers/durations.ts'
import type { Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import type { Fault } from '#tests/support/fakes/fake-upstream.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { runsOf } from '#tests/support/runs.ts'

let fan: Account
let eventId: number
let start: number
let names = 0
const test = testAt(Date.UTC(2027, 2, 1, 12))
/** One person with every channel, who hyped one event that starts in two days. */
beforeEach(async () => {
  postedHours.length = 0
  await outbox.startAfresh(outbox.now + 3 * day, ['users', 'events'])
  names += 1
  start = outbox.now + 2 * day
  fan = await outbox.addPerson(`fan${names}`, { webhook: `${names}/first` })
  const event = await createEvent(outbox, { name: `Event ${names}`, startAt: start })
  eventId = event.id
  await hype()
})

function hype(at = outbox.now) {
  return outbox.database.query(`insert into hypes (event_id, user_id, created_at)
    values (${eventId}, ${fan.userId}, ${at})`)
}
const unhype = () => outbox.database.query('delete from hypes')
const setEvent = (change: string) => outbox.database.query(`update events set ${change}`)
const setFan = (change: string) => outbox.database.query(`update users set ${change}`)

async function minuteAt(at: number, times = 1): Promise<void> {
  outbox.now = at
  await outbox.minute(times)
  collectPosts()
}

/** The hours of the reminders that arrived by Discord: which one it is, the time left says. */
const postedHours: number[] = []

function collectPosts(): void {
  for (const { body } of outbox.discord.taken().slice(postedHours.length)) {
    const [, seconds] = /<t:(\d+):F>/.exec(textOfPost(body)) ?? []
    postedHours.push(Number(seconds) * 1000 - outbox.now > hour ? 24 : 1)
  }
}

/** The hours of the reminders that arrived: by mail, and by Discord. */
function arrived() {
  collectPosts()
  return {
    mail: outbox.mail.taken().map(({ key }) => Number(key.split(':')[2])),
    discord: [...postedHours],
  }
}
const both = (...hours: number[]) => ({ mail: hours, discord: hours })

function outcomes() {
  return outbox.database.query<{ channel: string; status: string }>(
    `select channel, status from deliveries where channel in ('email', 'discord') order by channel`,
  )
}

describe('a process that stops', () => {
  const stops = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((call) =>
    (['before', 'after'] as const).map((moment) => ({ call, moment })),
  )
  test.each(stops)(
    '$moment its database call $call sends one message by each channel, or says that it cannot know',
    async (stop) => {
      await outbox.stopAt(stop, () => minuteAt(start - day, 2))
      for (const later of [0, 1, 6, 7, 12, 13]) await minuteAt(start - day + later * minute)
      expect(arrived().mail).toEqual([24])
      const unknown = (await outcomes()).filter(({ status }) => status === 'unknown')
      expect(unknown.every(({ channel }) => channel === 'discord')).toBe(true)
      expect(arrived().discord.length).toBeLessThanOrEqual(1)
      expect(arrived().discord.length + unknown.length).toBeGreaterThanOrEqual(1)
      await minuteAt(start - hour)
      expect(arrived().mail).toEqual([24, 1])
      expect(outbox.mail.arrivals.length).toBeLessThanOrEqual(3)
    },
  )

  /** The minute job, the fan-out, and of each lane the claim, the events to show, and the mark. */
  const marks = { mail: 5, discord: 8 }

  test('after sending and before marking sends mail again under the same key', async () => {
    await minuteAt(start - day - minute)
    outbox.now = start - day
    await outbox.stopAt({ call: marks.mail, moment: 'before' }, () => outbox.minute())
    await minuteAt(start - day + 6 * minute)
    await minuteAt(start - day + 7 * minute)
    expect(outbox.mail.arrivals.map(({ key }) => key)).toEqual([
      `reminder:${eventId}:24:${start}:${fan.userId}`,
      `reminder:${eventId}:24:${start}:${fan.userId}`,
    ])
    expect(arrived()).toEqual(both(24))
  })

  test('after sending and before marking sends to Discord never again', async () => {
    await minuteAt(start - day - minute)
    outbox.now = start - day
    await outbox.stopAt({ call: marks.discord, moment: 'before' }, () => outbox.minute())
    await minuteAt(start - day + 6 * minute)
    await minuteAt(start - day + 7 * minute)
    expect(arrived()).toEqual(both(24))
    expect(await outcomes()).toEqual([
      { channel: 'discord', status: 'unknown' },
      { channel: 'email', status: 'sent' },
    ])
  })
})

test('what ends long after it was due says when it ended', async () => {
  await minuteAt(start - day - minute)
  outbox.now = start - day
  outbox.mail.fault = { status: 500 }
  await outbox.stopAt({ call: 8, moment: 'before' }, () => outbox.minute())
  await minuteAt(start - 12 * hour)
  await minuteAt(start - hour)
  const ended = await outbox.database.query(`select channel, status, next_at as nextAt
    from deliveries where key like 'reminder:%:24:%' and channel <> 'in_app' order by channel`)
  expect(ended).toEqual([
    { channel: 'discord', status: 'unknown', nextAt: start - 12 * hour },
    { channel: 'email', status: 'dead', nextAt: start - hour },
  ])
})

describe('whatever overlaps or repeats', () => {
  test('minute jobs at once and messages three times over send one each', async () => {
    outbox.now = start - day
    await Promise.all([outbox.minute(3), outbox.minute(3), outbox.drain(3)])
    expect(arrived()).toEqual(both(24))
  })

  test('messages in the wrong order, and again at the end, send one each', async () => {
    const fanOut = { type: 'fan_out_reminders', eventId, startAt: start, after: 0 } as const
    await minuteAt(start - day)
    outbox.now = start - hour
    outbox.queue.push(
      ...everyLane(outbox.now).toReversed(),
      { ...fanOut, hours: 1 } as never,
      { ...fanOut, hours: 24 } as never,
      { ...fanOut, hours: 1 } as never,
    )
    await outbox.drain(3)
    await outbox.minute(2)
    expect(arrived()).toEqual(both(24, 1))
  })
})

describe('a clock that jumps', () => {
  test.each([
    ['to each mark', [-24, -1], [24, 1]],
    ['past the first by hours', [-5, -1], [24, 1]],
    ['to just before the second', [-1.01, -1], [24, 1]],
    ['over the first to the second', [-25, -1], [1]],
    ['over both to just before the start', [-25, -0.01], [1]],
    ['over both to the start', [-25, 0], []],
    ['back and forth over the first', [-24, -25, -24, -23], [24]],
    ['back and forth over both', [-24, -1, -24, -1, -0.5], [24, 1]],
  ])('%s', async (_, hours, reminders) => {
    for (const one of hours) await minuteAt(start + one * hour)
    expect(arrived()).toEqual(both(...reminders))
  })
})

type Failing = [
  what: string,
  upstream: 'mail' | 'discord',
  faults: Fault[],
  tries: number,
  end: string,
]
const wait = { status: 429, headers: { 'Retry-After': '120' } }
const failing: Failing[] = [
  ['mail is down once', 'mail', [{ status: 500 }], 2, 'sent'],
  ['mail is down four times', 'mail', Array(4).fill({ status: 503 }), 5, 'sent'],
  ['mail asks to wait', 'mail', [wait, wait], 3, 'sent'],
  ['mail breaks off', 'mail', ['cut'], 2, 'sent'],
  ['mail refuses', 'mail', [{ status: 422 }], 1, 'dead'],
  ['the key of mail is revoked for a while', 'mail', [{ status: 401 }], 2, 'sent'],
  ['Discord is down once', 'discord', [{ status: 500 }], 2, 'sent'],
  ['Discord asks to wait', 'discord', [wait, wait], 3, 'sent'],
  ['Discord breaks off', 'discord', ['cut'], 1, 'unknown'],
  ['Discord’s gateway times out', 'discord', [{ status: 504 }], 1, 'unknown'],
  ['the webhook is gone', 'discord', [{ status: 404 }], 1, 'dead'],
  ['the webhook’s token is void', 'discord', [{ status: 401 }], 1, 'dead'],
  ['Discord refuses', 'discord', [{ status: 400 }], 1, 'dead'],
]
/** Every minute of four hours, or of their first twenty alone and then every tenth. */
const everyMinuteUntil = runsOf({ few: 20, many: 240 })
const minutesOfTries = Array.from({ length: 240 }, (_, index) => index).filter(
  (index) => index < everyMinuteUntil || index % 10 === 0,
)
describe('an upstream that fails', () => {
  test.each(failing)('%s', async (_, upstream, faults, tries, end) => {
    outbox[upstream].faults = [...faults]
    for (const index of minutesOfTries) await minuteAt(start - day + index * minute, 2)
    expect(outbox[upstream].arrivals).toHaveLength(tries)
    const other = upstream === 'mail' ? 'discord' : 'mail'
    expect(arrived()[other]).toEqual([24])
    expect(arrived()[upstream].length).toBe(end === 'sent' || faults[0] === 'cut' ? 1 : 0)
    const channel = upstream === 'mail' ? 'email' : 'discord'
    expect(await outcomes()).toContainEqual({ channel, status: end })
  })

  test('is not tried before the time it asked for', async () => {
    outbox.discord.faults = [{ status: 429, headers: { 'Retry-After': '600' } }]
    await minuteAt(start - day)
    await minuteAt(start - day + 9 * minute)
    expect(outbox.discord.arrivals).toHaveLength(1)
    await minuteAt(start - day + 10 * minute)
    expect(arrived().discord).toEqual([24])
  })

  test('until the last hour sends the reminder of that hour alone', async () => {
    Object.assign(outbox.mail, { fault: { status: 500 } })
    Object.assign(outbox.discord, { fault: wait })
    await minuteAt(start - hour - 2 * minute)
    await minuteAt(start - hour - minute)
    for (const upstream of [outbox.mail, outbox.discord]) {
      Object.assign(upstream, { fault: undefined })
    }
    for (const later of [0, 1, 5, 30]) await minuteAt(start - hour + later * minute)
    expect(arrived()).toEqual(both(1))
  })

  test('until the start sends nothing', async () => {
    Object.assign(outbox.mail, { fault: { status: 500 } })
    Object.assign(outbox.discord, { fault: { status: 500 } })
    await minuteAt(start - minute)
    for (const upstream of [outbox.mail, outbox.discord]) {
      Object.assign(upstream, { fault: undefined })
    }
    for (const later of [0, 1, 60]) await minuteAt(start + later * minute)
    expect(arrived()).toEqual(both())
  })
})

type Step = () => Promise<unknown>
/** Steps while a delivery waits for its next try, and the reminders that still arrive. */
const meanwhile: [what: string, steps: Step[], arrives: number[]][] = [
  ['the hype is taken back', [unhype], []],
  ['the hype is taken back and given again', [unhype, () => hype()], [24]],
  [
    'the event moves',
    [() => setEvent(`start_at = start_at + ${4 * day}, end_at = end_at + ${4 * day}`)],
    [],
  ],
  [
    'the event moves there and back',
    [() => setEvent('start_at = start_at + 1'), () => setEvent('start_at = start_at - 1')],
    [24],
  ],
  ['the event is cancelled', [() => setEvent('cancelled_at = 1')], []],
  ['the event is off the agenda', [() => setEvent(`status = 'pending'`)], []],
  ['the hour is no longer certain', [() => setEvent(`time_certainty = 'tba'`)], []],
  ['the event is deleted', [() => outbox.database.query('delete from events')], []],
  ['the person is deactivated', [() => setFan('is_active = 0')], []],
  [
    'the person is deactivated and back',
    [() => setFan('is_active = 0'), () => setFan('is_active = 1')],
    [24],
  ],
  ['the person is deleted', [() => outbox.database.query('delete from users')], []],
]
describe('while a try failed and the next has not come', () => {
  test.each(meanwhile)('%s', async (_, steps, arrives) => {
    outbox.mail.faults = [{ status: 500 }]
    outbox.discord.faults = [{ status: 500 }]
    await minuteAt(start - day)
    outbox.now += second
    for (const step of steps) await step()
    for (const later of [1, 2, 10, 60]) await minuteAt(start - day + later * minute, 2)
    expect(arrived()).toEqual(both(...arrives))
  })

  test('the webhook changes: the message goes to the new one alone', async () => {
    outbox.discord.faults = [{ status: 500 }]
    await minuteAt(start - day)
    await outbox.setWebhook(fan.userId, `${names}/second`)
    await minuteAt(start - day + minute)
    const paths = outbox.discord.arrivals.map(({ path }) => path.split('/').at(-1))
    expect(paths).toEqual(['first?wait=true', 'second?wait=true'])
    expect(arrived().discord).toEqual([24])
  })

  test('a channel is switched off: the other goes on', async () => {
    outbox.mail.faults = [{ status: 500 }]
    outbox.discord.faults = [{ status: 500 }]
    await minuteAt(start - day)
    await outbox.database.query(`insert into notification_channels values
      (${fan.userId}, 'reminder', 'email', 0)`)
    await minuteAt(start - day + minute)
    expect(arrived()).toEqual({ mail: [], discord: [24] })
  })
})

test('with nothing due the minute job is one query', async () => {
  await minuteAt(start - day)
  outbox.now += minute
  let calls = 0
  let statements = 0
  const ctx = outbox.contextFor({ kind: 'system' })
  const { send } = ctx.db
  ctx.db.send = (queries, mode) => {
    calls += 1
    statements += queries.length
    return send(queries, mode)
  }

  await runMinutelyJob(ctx)
  expect([calls, statements, outbox.queue]).toEqual([1, 1, []])
})
