import { sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Contributor, Ctx, Moderator, System } from '#worker/context.ts'
import type { EventId, SessionId, UserId } from '#worker/contracts/ids.ts'
import { batch } from '#worker/db/client.ts'
import { nullable } from '#worker/db/row.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { sessions, users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { first, select, selectFirst } from '#worker/db/statement.ts'
import { insert, withNewId } from '#worker/db/writes.ts'
import { runMinutelyJob } from '#worker/jobs/minutely-job.ts'
import { toggleHype } from '#worker/features/hype/hype.ts'
import { sendLane } from '#worker/features/notifications/delivery/send-lane.ts'
import { fanOutBroadcasts } from '#worker/features/notifications/fan-out/broadcasts.ts'
import { fanOutReminders } from '#worker/features/notifications/fan-out/reminders.ts'
import { AppError } from '#worker/api/errors.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { cancelEvent } from './cancellation.ts'
import type { EventInput, ProposalView } from './contract.ts'
import { correctProposal, editProposal } from './editing.ts'
import { moderateProposal, type ModerationInput } from './moderation.ts'
import { proposeEvent } from './propose.ts'
import { noProposalLimits } from '#tests/support/drivers/environment.ts'
import { runsOf } from '#tests/support/runs.ts'
import { defaultProposalLimits } from '#worker/contracts/proposal-limits.ts'
import { correction, reasons } from '#tests/support/factories/moderation.ts'

const minute = 60_000
const day = 24 * 60 * minute
const people = ['proposer', 'trusted', 'moderator', 'admin', 'fan', 'stranger'] as const
type Person = (typeof people)[number]
type Account = { userId: UserId; sessionId: SessionId }

let database: TemporaryDatabase
const accounts = {} as Record<Person, Account>
beforeAll(async () => {
  database = await startTemporaryDatabase()
  for (const name of people) accounts[name] = await addPerson(name)
})
afterAll(() => database.remove())

async function addPerson(name: Person): Promise<Account> {
  const role = name === 'moderator' || name === 'admin' ? name : 'member'
  const user = first(
    insert(
      users,
      {
        username: name,
        usernameKey: name,
        email: name,
        emailKey: name,
        emailVerifiedAt: 1,
        role,
        createdAt: 0,
      },
      { returning: { id: users.id } },
    ),
  )
  const lasting = { createdAt: 0, lastUsedAt: 0, expiresAt: Date.UTC(2099, 0) }
  const { made } = await batch(database.db, 'write', {
    made: withNewId(user, (userId: SQL<UserId>) =>
      first(insert(sessions, { userId, ...lasting }, { returning: { id: sessions.id } })),
    ),
  })
  return { userId: made.result!.id, sessionId: made.referring!.id }
}

/** The key names the kind, the event, and more. */
type Mail = { key: string; kind: string; eventId: number }
/** The clock goes on through all sequences: no two acts of the test share an instant. */
let now = Date.UTC(2027, 0, 1)
let queue: QueueMessage[] = []
let mails: Mail[] = []

function ctxFor(actor: unknown): Ctx {
  return {
    db: database.db,
    now: (now += 1000),
    actor,
    locale: 'en',
    config: {
      MAIL_CALLS_PER_SECOND: 100_000,
      PROPOSAL_LIMITS: { ...defaultProposalLimits, ...noProposalLimits },
      JWT_SECRET: 'x'.repeat(32),
      SITE_URL: 'https://hypecal.test',
      SHARE_CARDS: 'off',
    },
    mail: {
      send: (_mail: unknown, key: string) => {
        const [kind = '', eventId] = key.split(':')
        mails.push({ key, kind, eventId: Number(eventId) })
        return Promise.resolve({ kind: 'sent' })
      },
      // Then each is sent by itself, under the key that names it.
      sendBatch: () => Promise.resolve({ kind: 'refused', reason: 'rejected', error: null }),
    },
    send: (messages: QueueMessage[]) => Promise.resolve(void queue.push(...messages)),
  } as unknown as Ctx
}

function member(person: Person, requires: 'contributor' | 'moderator') {
  return ctxFor({ kind: 'member', ...accounts[person], requires }) as Ctx<Contributor> &
    Ctx<Moderator>
}
const clock = () => ctxFor({ kind: 'system' }) as Ctx<System>

async function workOffQueue(): Promise<void> {
  for (let message = queue.shift(); message; message = queue.shift()) {
    // Queues repeat messages, and the minute job overlaps with itself.
    for (let time = 0; time < 2; time += 1) {
      if (message.type === 'send_lane') await sendLane(clock(), message)
      if (message.type === 'fan_out_broadcasts') await fanOutBroadcasts(clock(), message)
      if (message.type === 'fan_out_reminders') await fanOutReminders(clock(), message)
    }
  }
}

type Command =
  | { do: 'moderate'; by: Person; input: ModerationInput }
  | { do: 'cancel' | 'hype' | 'unhype'; by: Person }
  | { do: 'edit' | 'correct'; by: Person; days: number }
  | { do: 'wait'; minutes: number }

const anybody = fc.constantFrom(...people)
const reviewer = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<Person>('moderator', 'admin') },
  { weight: 1, arbitrary: anybody },
)
const owner = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Person>('proposer', 'trusted') },
  { weight: 1, arbitrary: anybody },
)
const atOnce = { act: 'approve', delay_seconds: 0 } as const
const inputs: ModerationInput[] = [
  atOnce,
  atOnce,
  atOnce,
  { act: 'approve', delay_seconds: 120 },
  { act: 'cancel_approval' },
  { act: 'reject', reason_code: 'no_proof' },
  { act: 'reset', ...correction },
  { act: 'reset', ...correction },
  { act: 'reset', ...correction },
  { act: 'disable', ...reasons },
  { act: 'enable' },
  { act: 'enable' },
  { act: 'cancel', reason: 'Ill', ...reasons },
]
const days = fc.constantFrom(20, 21)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('moderate' as const),
      by: reviewer,
      input: fc.constantFrom(...inputs),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('hype' as const, 'hype', 'unhype'), by: anybody }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), by: owner }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), by: owner, days }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), by: reviewer, days }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 3, 31, 60 * 24),
    }),
  },
)

let drafts = 0
function draft(startAt: number): EventInput {
  drafts += 1
  return {
    name: `Course ${drafts}`,
    description: '',
    start: startAt,
    end: startAt + 4 * 60 * minute,
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

/** Expected effects of the sequence, as far as they are known without the rules themselves. */
type Model = {
  eventId: EventId
  proposer: Person
  began: number
  /** Acts that were answered with success. */
  done: string[]
  hypers: Set<Person>
  isRejected: boolean
  cancellations: number
}

async function run({ eventId, began }: Model, one: Exclude<Command, { do: 'wait' }>) {
  const contributor = () => member(one.by, 'contributor')
  const moderator = () => member(one.by, 'moderator')
  if (one.do === 'moderate') return moderateProposal(moderator(), eventId, one.input)
  if (one.do === 'cancel') return cancelEvent(contributor(), { eventId, reason: null })
  if (one.do === 'edit' || one.do === 'correct') {
    const input = { eventId, ...draft(began + one.days * day) }
    return one.do === 'edit'
      ? editProposal(contributor(), input)
      : correctProposal(moderator(), input)
  }
  return toggleHype(contributor(), { eventId, hyped: one.do === 'hype' })
}

async function apply(model: Model, one: Command): Promise<void> {
  if (one.do === 'wait') {
    now += one.minutes * minute
    await Promise.all([runMinutelyJob(clock()), runMinutelyJob(clock())])
    return
  }
  try {
    await run(model, one)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return
    throw error
  }
  note(model, one)
}

/** Acts that were taken at least once. */
const taken = new Set<string>()

function note(model: Model, one: Exclude<Command, { do: 'wait' }>): void {
  taken.add(one.do === 'moderate' ? one.input.act : one.do)
  if (one.do === 'hype') return void model.hypers.add(one.by)
  if (one.do === 'unhype') return void model.hypers.delete(one.by)
  const act = one.do === 'moderate' ? one.input.act : one.do === 'correct' ? 'edit' : one.do
  model.done.push(`${act} by ${one.by}`)
  if (act === 'reject') model.isRejected = true
  if (act === 'reset' || one.do === 'edit') model.isRejected = false
  if (act === 'cancel') model.cancellations += 1
}

/** All that is held against the model, in one trip: it is read after every step. */
async function readEvent(eventId: EventId) {
  const { event, hypers, entries, earned } = await batch(database.db, 'read', {
    event: selectFirst(
      { status: events.status, hypes: events.hypeCount },
      sql`from ${events} where ${events.id} = ${eventId}`,
    ),
    hypers: select(
      { username: users.username },
      sql`from ${hypes} join ${users} on ${users.id} = ${hypes.userId}
        where ${hypes.eventId} = ${eventId}`,
    ),
    entries: select(
      {
        act: auditEntries.action,
        username: nullable(users.username),
        isSystem: auditEntries.isSystem,
        from: auditEntries.fromState,
        to: auditEntries.toState,
      },
      sql`from ${auditEntries} left join ${users} on ${users.id} = ${auditEntries.actorId}
        where ${auditEntries.subjectType} = 'event' and ${auditEntries.subjectId} = ${eventId}
        order by ${auditEntries.id}`,
    ),
    earned: selectFirst(
      { xp: sql<number>`coalesce(sum(${xpEntries.points}), 0)` },
      sql`from ${xpEntries} where ${xpEntries.subject} = ${`event:${eventId}`}
        and ${xpEntries.action} <> 'hype'`,
    ),
  })
  return {
    event: event!,
    hypers: hypers.map(({ username }) => username),
    entries,
    earned: earned!.xp,
  }
}

async function check({ eventId, done, hypers, isRejected, proposer }: Model): Promise<void> {
  const found = await readEvent(eventId)
  const { status, hypes } = found.event
  expect(status === 'rejected').toBe(isRejected)
  expect(new Set(found.hypers)).toEqual(hypers)
  expect(hypes).toBe(hypers.size)
  const byPeople = found.entries.filter(({ isSystem }) => !isSystem)
  expect(byPeople.map(({ act, username }) => `${act} by ${username}`)).toEqual([
    `propose by ${proposer}`,
    ...done,
  ])
  // The clock's among them: an entry for nothing would not begin where the one before it ended.
  const course = found.entries.map(({ from }) => from).slice(1)
  expect([...course, status]).toEqual(found.entries.map(({ to }) => to))
  if (status !== 'approved') expect(found.earned).toBe(0)
}

async function checkNotices({ eventId, cancellations }: Model): Promise<void> {
  const keys = mails.map(({ key }) => key)
  expect(keys.length).toBe(new Set(keys).size)
  const sent = mails.filter((mail) => mail.eventId === eventId)
  const count = (kind: string, person: Person) =>
    sent.filter((mail) => mail.kind === kind && mail.key.endsWith(`:${accounts[person].userId}`))
      .length
  const entries = await database.query<{ publications: number; rejections: number }>(
    `select sum(act = 'approve' and to_state = 'approved') as publications,
        sum(act = 'reject') as rejections
      from audit_entries where subject_type = 'event' and subject_id = ${eventId}`,
  )
  const { publications = 0, rejections = 0 } = entries[0] ?? {}
  for (const person of people) {
    expect(count('event_cancelled', person)).toBeLessThanOrEqual(cancellations)
    expect(count('event_changed', person)).toBeLessThanOrEqual(Math.max(0, publications - 1))
    expect(count('proposal_decision', person)).toBeLessThanOrEqual(publications + rejections)
  }
}

async function begin(proposer: Person): Promise<Model> {
  queue = []
  mails = []
  const trust = proposer === 'trusted' ? 40 : 0
  await database.query(`delete from trust_entries`)
  await database.query(
    `insert into trust_entries (user_id, action, subject, delta, at)
      values (${accounts[proposer].userId}, 'granted', 'test', ${trust}, 0)`,
  )
  const began = now
  const { id }: ProposalView = await proposeEvent(
    member(proposer, 'contributor'),
    draft(now + 20 * day),
  )
  const none = { done: [], hypers: new Set<Person>(), isRejected: false, cancellations: 0 }
  return { eventId: id as EventId, proposer, began, ...none }
}

/** Random courses take every act by chance only. */
const everyAct: Command[] = [
  { do: 'moderate', by: 'moderator', input: { act: 'reject', reason_code: 'no_proof' } },
  { do: 'moderate', by: 'admin', input: { act: 'reset', ...correction } },
  { do: 'edit', by: 'proposer', days: 21 },
  { do: 'correct', by: 'moderator', days: 20 },
  { do: 'moderate', by: 'moderator', input: { act: 'approve', delay_seconds: 120 } },
  { do: 'moderate', by: 'moderator', input: { act: 'cancel_approval' } },
  { do: 'moderate', by: 'moderator', input: atOnce },
  { do: 'hype', by: 'proposer' },
  { do: 'unhype', by: 'proposer' },
  { do: 'moderate', by: 'moderator', input: { act: 'cancel', reason: 'Ill', ...reasons } },
  { do: 'moderate', by: 'admin', input: { act: 'disable', ...reasons } },
  { do: 'moderate', by: 'admin', input: { act: 'enable' } },
]

test('no sequence of acts and clock moves publishes what was rejected, loses a hype or tells twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Person>('proposer', 'trusted'),
      fc.array(command, { minLength: 15, maxLength: 30 }),
      async (proposer, commands) => {
        const model = await begin(proposer)
        for (const one of commands) {
          await apply(model, one)
          await workOffQueue()
          await check(model)
        }
        await checkNotices(model)
      },
    ),
    { numRuns: runsOf({ few: 6, many: 200 }), examples: [['proposer', everyAct]] },
  )
  const all = [...inputs.map(({ act }) => act), 'cancel', 'correct', 'edit', 'hype', 'unhype']
  expect(taken).toEqual(new Set(all))
}, 300_000)
