import fc from 'fast-check'
import { expect } from 'vitest'
import type { Contributor, Moderator } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { toggleHype } from '#worker/features/hype/hype.ts'
import { cancelEvent } from '#worker/features/moderation/proposals/cancellation.ts'
import type { EventInput } from '#worker/features/moderation/proposals/contract.ts'
import { editProposal } from '#worker/features/moderation/proposals/editing.ts'
import {
  moderateProposal,
  type ModerationInput,
} from '#worker/features/moderation/proposals/moderation.ts'
import { proposeEvent } from '#worker/features/moderation/proposals/propose.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  createDeliveryModel,
  type DeliveryModel,
  type UpstreamBehaviour,
} from '#tests/support/drivers/delivery-model.ts'
import { day, hour, minute, second } from '#tests/support/drivers/durations.ts'
import { asMember, type Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import type { Fault } from '#tests/support/fakes/fake-upstream.ts'
import { runsOf } from '#tests/support/runs.ts'
import { correction } from '#tests/support/factories/moderation.ts'

let proposer: Account
let moderator: Account
const test = testAt(Date.UTC(2027, 2, 1, 12))

test.beforeAll(async () => {
  proposer = await outbox.addPerson('proposer')
  moderator = await outbox.addPerson('moderator', { role: 'moderator' })
})

type Command =
  | { do: 'hype' | 'unhype' | 'cancel' }
  | { do: 'moderate'; input: ModerationInput }
  | { do: 'move'; days: number }
  | { do: 'activity' | 'mail' | 'webhook' | 'quiet'; isOn: boolean }
  | { do: 'behaviour'; upstream: 'mail' | 'discord'; behaviour: UpstreamBehaviour }
  | { do: 'minute'; after: number; times: number }
  /** The minute job so long before the start, where that is still to come. */
  | { do: 'mark'; before: number; times: number }

/** After the run began at noon; by night too, when people may want it quiet. */
const startDays = [2, 2.6, 3, 5]

const onOrOff = (what: 'activity' | 'mail' | 'webhook' | 'quiet') =>
  fc.record({ do: fc.constant(what), isOn: fc.boolean() })
const approve = { act: 'approve', delay_seconds: 0 } as const
const behaviour = fc.record({
  do: fc.constant('behaviour' as const),
  upstream: fc.constantFrom('mail' as const, 'discord' as const),
  behaviour: fc.constantFrom<UpstreamBehaviour>('fine', 500, 'fine', 429, 'cut', 404, 'fine'),
})
const mark = (...before: number[]) =>
  fc.record({
    do: fc.constant('mark' as const),
    before: fc.constantFrom(...before),
    times: fc.constantFrom(1, 3),
  })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('hype' as const, 'unhype') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('moderate' as const),
      input: fc.constantFrom<ModerationInput>(approve, { act: 'reset', ...correction }, approve),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('move' as const), days: fc.constantFrom(...startDays) }),
  },
  { weight: 1, arbitrary: onOrOff('activity') },
  { weight: 1, arbitrary: onOrOff('mail') },
  { weight: 1, arbitrary: onOrOff('webhook') },
  { weight: 1, arbitrary: onOrOff('quiet') },
  { weight: 2, arbitrary: behaviour },
  { weight: 2, arbitrary: mark(day, hour, minute, 0) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('minute' as const),
      after: fc.constantFrom(minute, 5 * minute, hour / 2, 3 * hour, 11 * hour),
      times: fc.constantFrom(1, 3),
    }),
  },
)

/** From the first mark to the start, whatever comes between. */
const window = fc.tuple(
  behaviour,
  mark(day, day + minute),
  command,
  behaviour,
  mark(hour, hour + minute),
  command,
)
const lifecycle = fc
  .array(
    fc.oneof(
      command.map((one) => [one]),
      window,
    ),
    { minLength: 8, maxLength: 14, size: 'max' },
  )
  .map((parts) => parts.flat())

const cancelling: Command = { do: 'cancel' }
let drafts = 0
/** Its own start is at an hour that no other mark of the test shares. */
function draft(startAt: number): EventInput {
  drafts += 1
  return {
    name: `EventLifecycle ${drafts}`,
    description: '',
    start: startAt,
    end: startAt + 4 * hour,
    timezone: 'UTC',
    time_certainty: 'exact',
    language: 'en',
    platform: 'twitch',
    streaming_account_name: `channel${drafts}`,
    category: 'charity',
    participants: [],
    proof_url: 'https://example.com',
    confirm_similar: true,
  }
}

type Run = { eventId: EventId; fan: Account; began: number; model: DeliveryModel }

const contributor = (who: Account) => outbox.contextFor(asMember(who) as Contributor)
const reviewer = () => outbox.contextFor(asMember(moderator, 'moderator') as Moderator)

async function begin(days = 2): Promise<Run> {
  outbox.queue = []
  for (const upstream of [outbox.mail, outbox.discord]) {
    Object.assign(upstream, { fault: undefined })
    upstream.arrivals.length = 0
  }
  // Noon, so that quiet hours lie the same way in every run.
  outbox.now = Math.ceil(outbox.now / day) * day + day / 2
  await outbox.database.query(`update users set is_active = 0 where role = 'member'
    and id <> ${proposer.userId}`)
  // Many an approved event makes a proposer trusted, whose next one needs no review.
  await outbox.database.query('update users set trust = 50')
  await outbox.database.query('delete from trust_entries')
  drafts += 1
  const fan = await outbox.addPerson(`fan${drafts}`, { webhook: `${drafts}/token` })
  await outbox.database.query(`update users set timezone_name = 'UTC' where id = ${fan.userId}`)
  const began = outbox.now
  const { id } = await proposeEvent(contributor(proposer), draft(began + days * day))
  outbox.now += second
  await moderateProposal(reviewer(), id as EventId, approve)
  await outbox.drain()
  const model = createDeliveryModel({ start: began + days * day, lengthMs: 4 * hour })
  return { eventId: id as EventId, fan, began, model }
}

type Act = Exclude<
  Command,
  { do: 'minute' | 'mark' | 'behaviour' | 'activity' | 'mail' | 'webhook' | 'quiet' }
>

function act({ eventId, fan, began }: Run, one: Act): Promise<unknown> {
  switch (one.do) {
    case 'moderate':
      return moderateProposal(reviewer(), eventId, one.input)
    case 'cancel':
      return cancelEvent(contributor(proposer), { eventId, reason: null })
    case 'move': {
      const input = { eventId, ...draft(began + one.days * day) }
      return editProposal(contributor(proposer), input)
    }
    default:
      return toggleHype(contributor(fan), { eventId, hyped: one.do === 'hype' })
  }
}

/** How often each act was taken. */
const taken = new Map<string, number>()

/** A refused act must have changed nothing; another test covers which acts are refused. */
async function tryAct(run: Run, one: Act): Promise<void> {
  const { model } = run
  try {
    await act(run, one)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return
    throw error
  }
  const name = one.do === 'moderate' ? one.input.act : one.do
  taken.set(name, (taken.get(name) ?? 0) + 1)
  const { now } = outbox
  if (one.do === 'moderate') model.moderate(one.input.act === 'approve', now)
  else if (one.do === 'cancel') model.cancel(now)
  else if (one.do === 'move') model.move(run.began + one.days * day)
  else model.hype(one.do === 'hype', now)
}

const change = (fan: Account, set: string) =>
  outbox.database.query(`update users set ${set} where id = ${fan.userId}`)

/** The clock does not go back. */
function markOf({ event }: DeliveryModel, before: number): number {
  return Math.max(outbox.now, event.start - before)
}

type Choice = Extract<Command, { isOn: boolean }>

async function choose({ model, fan }: Run, { do: what, isOn }: Choice): Promise<void> {
  switch (what) {
    case 'activity':
      model.fan.isActive = isOn
      return void (await change(fan, `is_active = ${Number(isOn)}`))
    case 'quiet':
      model.fan.isQuietAtNight = isOn
      return void (await change(
        fan,
        isOn ? 'quiet_from = 1320, quiet_to = 480' : 'quiet_from = null, quiet_to = null',
      ))
    case 'mail':
      model.fan.wantsReminderMail = isOn
      return void (await outbox.database.query(`insert into notification_channels
        values (${fan.userId}, 'reminder', 'email', ${Number(isOn)})
        on conflict do update set is_enabled = excluded.is_enabled`))
    case 'webhook':
      model.fan.hasWebhook = isOn
      return outbox.setWebhook(fan.userId, isOn ? `${drafts}/token` : null)
  }
}

function faultOf(outlook: UpstreamBehaviour): Fault | undefined {
  if (outlook === 'fine') return undefined
  return outlook === 'cut' ? 'cut' : { status: outlook }
}

async function apply(run: Run, one: Command): Promise<void> {
  const { model } = run
  outbox.now += second
  // The model knows no pause of a service: mail-service.test.ts does.
  await outbox.database.query('delete from delivery_providers')
  if ('isOn' in one) return choose(run, one)
  switch (one.do) {
    case 'minute':
    case 'mark':
      outbox.now = one.do === 'minute' ? outbox.now + one.after : markOf(model, one.before)
      model.minute(outbox.now)
      return outbox.minute(one.times)
    case 'behaviour':
      model.behaviour[one.upstream] = one.behaviour
      outbox[one.upstream].fault = faultOf(one.behaviour)
      return
    default:
      await tryAct(run, one)
      return outbox.drain(2)
  }
}

async function check({ fan, model }: Run): Promise<void> {
  const rows = await outbox.database.query<{ one: string }>(`select kind || ' '
      || coalesce(payload ->> 'hours', '') || ' ' || channel || ' ' || status || ' ' || attempts as one
    from deliveries where user_id = ${fan.userId} and channel in ('email', 'discord') order by one`)
  expect(rows.map(({ one }) => one)).toEqual(model.rows())
  const toFan = ({ key }: { key: string }) => key.endsWith(`:${fan.userId}`)
  expect(outbox.mail.taken().filter(toFan).length).toBe(model.taken.mail)
  expect(outbox.discord.taken().length).toBe(model.taken.discord)
}

test('whatever people, upstreams and the clock do, what is sent is what the model says', async () => {
  let sent = 0
  const everyAct: Command[] = [
    { do: 'unhype' },
    { do: 'hype' },
    cancelling,
    { do: 'moderate', input: { act: 'reset', ...correction } },
    { do: 'move', days: 3 },
    { do: 'moderate', input: approve },
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...startDays), lifecycle, async (days, commands) => {
      const run = await begin(days)
      for (const one of [{ do: 'hype' } as const, ...commands]) {
        await apply(run, one)
        await check(run)
      }
      sent += run.model.taken.mail + run.model.taken.discord
    }),
    { numRuns: runsOf({ few: 12, many: 200 }), examples: [[3, everyAct]] },
  )
  expect(sent).toBeGreaterThan(10)
  expect([...taken.keys()].toSorted()).toEqual([
    'approve',
    'cancel',
    'hype',
    'move',
    'reset',
    'unhype',
  ])
}, 600_000)

test('an event that is cancelled again after it came back is told of again', async () => {
  const run = await begin()
  const back = [{ act: 'reset', ...correction }, approve] as const
  const commands: Command[] = [
    { do: 'hype' },
    cancelling,
    ...back.map((input) => ({ do: 'moderate' as const, input })),
    cancelling,
  ]
  for (const one of commands) {
    await apply(run, one)
    await check(run)
  }
  expect(run.model.taken).toEqual({ mail: 2, discord: 2 })
})
