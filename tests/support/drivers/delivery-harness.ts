import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Ctx, Member, System } from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import type { Database } from '#worker/db/client.ts'
import { fanOutCampaign } from '#worker/features/notifications/campaigns/fan-out.ts'
import { JobPartsError } from '#worker/jobs/job-runs.ts'
import { runMinutelyJob } from '#worker/jobs/minutely-job.ts'
import { sendLane } from '#worker/features/notifications/delivery/send-lane.ts'
import { sendDigests } from '#worker/features/notifications/fan-out/digests.ts'
import { fanOutBroadcasts } from '#worker/features/notifications/fan-out/broadcasts.ts'
import { fanOutReminders } from '#worker/features/notifications/fan-out/reminders.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import { createDiscordSender } from '#worker/integrations/discord/discord-sender.ts'
import type { RequestOutcome } from '#worker/integrations/http/outbound.ts'
import { createMailer } from '#worker/integrations/mail/mailer.ts'
import { createSecondMailer } from '#worker/integrations/mail/second-mailer.ts'
import { createMember, type MemberOptions } from '#tests/support/factories/members.ts'
import type { TestBackend } from '#tests/support/factories/rows.ts'
import { startFakeUpstream, type FakeUpstream } from '#tests/support/fakes/fake-upstream.ts'
import { noProposalLimits } from '#tests/support/drivers/environment.ts'
import { defaultProposalLimits } from '#worker/contracts/proposal-limits.ts'
import { MemoryBucket } from '#tests/support/fakes/memory-bucket.ts'

export type Account = { userId: UserId; sessionId: SessionId }
/** The process stops at a call to the database, counted from one: before it is made, or after. */
export type Stop = { call: number; moment: 'before' | 'after' }
class Stopped extends Error {}

const secret = 'outbox '.repeat(6)

/**
 * The delivery of notifications in one process: the real use cases on a real database, the senders
 * over HTTP to fakes, the queue and the clock controlled by the test.
 */
export type Outbox = TestBackend & {
  database: TemporaryDatabase
  mail: FakeUpstream
  /** Takes mails as Brevo while `hasSecondMail`. */
  secondMail: FakeUpstream
  hasSecondMail: boolean
  discord: FakeUpstream
  /** Answer of the push service at an address. */
  answerPush: (endpoint: string) => RequestOutcome
  /** Addresses that were called. */
  pushed: string[]
  now: number
  stop: Stop | undefined
  /** Runs what a process stops in. */
  stopAt: (stop: Stop, run: () => Promise<void>) => Promise<void>
  /** Messages that are not worked off. */
  queue: QueueMessage[]
  /** Messages that are not to be consumed before an instant. */
  delayed: { message: QueueMessage; at: number }[]
  contextFor: <Who extends Ctx['actor']>(actor: Who) => Ctx<Who>
  /** The minute job, so many at the same time, and all that it put in the queue. */
  minute: (times?: number) => Promise<void>
  /** Works off the queue, each message so often. */
  drain: (times?: number) => Promise<void>
  /** With a verified address and a webhook. */
  addPerson: (
    name: string,
    options?: { role?: MemberOptions['role']; webhook?: string | null },
  ) => Promise<Account>
  setWebhook: (userId: UserId, path: string | null) => Promise<void>
  /** At an instant, with these tables and the queue empty, and the upstreams well. */
  startAfresh: (now: number, tables: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

const work: Partial<
  Record<QueueMessage['type'], (ctx: Ctx<System>, message: never) => Promise<void>>
> = {
  send_lane: sendLane,
  fan_out_campaign: fanOutCampaign,
  fan_out_broadcasts: fanOutBroadcasts,
  fan_out_reminders: fanOutReminders,
  fan_out_own_reminders: fanOutReminders,
  send_digests: sendDigests,
}

export async function startOutbox(now: number): Promise<Outbox> {
  const database = await startTemporaryDatabase()
  const [mail, secondMail, discord] = [
    await startFakeUpstream(),
    await startFakeUpstream(),
    await startFakeUpstream(),
  ]
  const config = {
    PROPOSAL_LIMITS: { ...defaultProposalLimits, ...noProposalLimits },
    JWT_SECRET: secret,
    NEW_ADDRESS_MAILS_PER_HOUR: 1000,
    ENCRYPTION_KEY: secret,
    SITE_URL: 'https://hypecal.test',
    SHARE_CARDS: 'off',
    MAIL_API_URL: mail.url,
    MAIL_API_KEY: 'key',
    MAIL_CALLS_PER_SECOND: 100_000,
    MAIL_FROM: 'Hypecal <hello@hypecal.test>',
    BREVO_API_KEY: 'second',
    BREVO_API_URL: secondMail.url,
    DISCORD_API_URL: discord.url,
  } as Ctx['config']
  const media = new MemoryBucket()
  const outbox: Outbox = {
    environment: { db: database.db, vars: { JWT_SECRET: secret, ENCRYPTION_KEY: secret } },
    database,
    mail,
    secondMail,
    hasSecondMail: false,
    discord,
    answerPush: () => ({ kind: 'sent' }),
    pushed: [],
    now,
    stop: undefined,
    queue: [],
    delayed: [],
    contextFor: (actor) =>
      ({
        db: stoppable(database.db, outbox),
        now: outbox.now,
        actor,
        locale: 'en',
        config,
        log: () => undefined,
        mail: createMailer(config),
        secondMail: outbox.hasSecondMail ? createSecondMailer(config) : undefined,
        push: {
          send: ({ endpoint }: { endpoint: string }) => {
            outbox.pushed.push(endpoint)
            return Promise.resolve(outbox.answerPush(endpoint))
          },
        },
        discord: createDiscordSender(config),
        media,
        reportFailure: () => undefined,
        send: (messages: QueueMessage[], { delaySeconds = 0 } = {}) => {
          const at = outbox.now + delaySeconds * 1000
          if (delaySeconds > 0) outbox.delayed.push(...messages.map((message) => ({ message, at })))
          else outbox.queue.push(...messages)
          return Promise.resolve()
        },
      }) as unknown as Ctx<typeof actor>,
    stopAt: async (stop, run) => {
      const left = { ...stop }
      outbox.stop = left
      await run()
      outbox.stop = undefined
      if (left.call > 0) throw new Error(`it ended before its database call ${stop.call}`)
    },
    minute: (times = 1) => runMinutes(outbox, times),
    drain: (times = 1) => drain(outbox, times),
    addPerson: (name, facts = {}) => addPerson(outbox, name, facts),
    setWebhook: async (userId, path) => {
      const sealed = path && encrypt(secret, `https://discord.com/api/webhooks/${path}`)
      await database.query(`update users set discord_disabled_at = null,
        discord_webhook = ${sealed === null ? 'null' : `'${sealed}'`} where id = ${userId}`)
    },
    startAfresh: async (at, tables) => {
      Object.assign(outbox, { now: at, stop: undefined, queue: [], delayed: [], pushed: [] })
      Object.assign(outbox, { hasSecondMail: false, answerPush: () => ({ kind: 'sent' }) })
      for (const upstream of [mail, secondMail, discord]) {
        Object.assign(upstream, { fault: undefined, faults: [] })
        upstream.arrivals.length = 0
      }
      for (const table of tables) await database.query(`delete from ${table}`)
    },
    close: async () => {
      await Promise.all([mail.close(), secondMail.close(), discord.close()])
      await database.remove()
    },
  }
  return outbox
}

function stoppable(db: Database, outbox: Outbox): Database {
  const send: Database['send'] = async (queries, mode) => {
    const { stop } = outbox
    if (stop) stop.call -= 1
    const isHere = stop?.call === 0
    if (isHere && stop.moment === 'before') throw new Stopped()
    const results = await db.send(queries, mode)
    if (isHere) throw new Stopped()
    return results
  }
  return Object.assign(Object.create(db) as Database, { send })
}

async function untilStopped(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    const failures = error instanceof JobPartsError ? [...error.failures.values()] : [error]
    if (failures.every((failure) => failure instanceof Stopped)) return false
    throw error
  }
}

const clock: System = { kind: 'system' }

async function runMinutes(outbox: Outbox, times: number): Promise<void> {
  const run = () => untilStopped(() => runMinutelyJob(outbox.contextFor(clock)))
  await Promise.all(Array.from({ length: times }, run))
  await drain(outbox, 1)
}

/** Messages that a stopped process had in hand come again; the queue knows no order. */
async function drain(outbox: Outbox, times: number): Promise<void> {
  const isDue = ({ at }: { at: number }) => at <= outbox.now
  outbox.queue.push(...outbox.delayed.filter(isDue).map(({ message }) => message))
  outbox.delayed = outbox.delayed.filter((one) => !isDue(one))
  for (let message = outbox.queue.shift(); message; message = outbox.queue.shift()) {
    const run = work[message.type]
    if (!run) continue
    const repeat = () => untilStopped(() => run(outbox.contextFor(clock), message as never))
    const ends = await Promise.all(Array.from({ length: times }, repeat))
    if (ends.includes(false)) outbox.queue.push(message)
  }
}

async function addPerson(
  outbox: Outbox,
  username: string,
  { role, webhook = null }: { role?: MemberOptions['role']; webhook?: string | null },
): Promise<Account> {
  const { userId, sessionId } = await createMember(outbox, { username, role, createdAt: 0 })
  await outbox.setWebhook(userId, webhook)
  return { userId, sessionId }
}

export function asMember(account: Account, requires: Member['requires'] = 'contributor'): Member {
  return { kind: 'member', ...account, requires }
}
