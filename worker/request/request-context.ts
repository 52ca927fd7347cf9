import type { Context } from 'hono'
import type { Ctx, SendOptions, Visitor } from '#worker/context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { openDatabase, type Database } from '#worker/db/client.ts'
import { createShuffle } from '#worker/db/shuffle.ts'
import {
  readConfig,
  type BindingsContext,
  type Config,
  type Env,
  type Services,
} from '#worker/env.ts'
import { deliveryLanes } from '#worker/contracts/delivery-lanes.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { createDiscordSender } from '#worker/integrations/discord/discord-sender.ts'
import { createEdgeCache } from '#worker/integrations/edge-cache/edge-cache.ts'
import { splitIntoBatches } from '#worker/integrations/http/batches.ts'
import { createMailer } from '#worker/integrations/mail/mailer.ts'
import { createSecondMailer } from '#worker/integrations/mail/second-mailer.ts'
import { createPushSender } from '#worker/integrations/web-push/push-sender.ts'
import { createLog, describeError, type LogSource } from '../logging/log.ts'
import { requestLogSource } from '../logging/request-log.ts'

let opened: { config: Config; db: Database } | undefined

/** Shared by all requests: it holds statements and an address, but no pending state. */
function openSharedDatabase(config: Config): Database {
  if (opened?.config !== config) {
    const { DATABASE_URL, DATABASE_AUTH_TOKEN, SHUFFLE_SEED } = config
    const order = SHUFFLE_SEED === undefined ? undefined : createShuffle(Number(SHUFFLE_SEED))
    opened = { config, db: openDatabase(DATABASE_URL, DATABASE_AUTH_TOKEN, order) }
  }
  return opened.db
}

type ContextOrigin = { now: number; locale: Locale; source: LogSource }

export function createContext(
  env: Env,
  { now, locale, source }: ContextOrigin,
): Omit<Ctx, 'actor'> {
  const config = readConfig(env)
  const log = createLog(source)
  const { request } = source
  return {
    db: openSharedDatabase(config),
    now,
    locale,
    config,
    mail: createMailer(config),
    secondMail: createSecondMailer(config),
    discord: createDiscordSender(config),
    push: createPushSender(config),
    edge: createEdgeCache(config, log),
    media: env.MEDIA,
    log,
    reportFailure: (error) => log({ event: 'section_failed', ...describeError(error) }),
    async send(messages: QueueMessage[], options?: SendOptions) {
      for (const [queue, ofQueue] of Map.groupBy(messages, (message) => findQueue(env, message))) {
        for (const page of splitIntoBatches(ofQueue, 100)) {
          const bodies = page.map((message) => ({ body: { ...message, at: now, request } }))
          await queue.sendBatch(bodies, options)
        }
      }
    },
  }
}

/** The queue of a lane, where that has one of its own. */
function findQueue(env: Env, message: QueueMessage): Services['DELIVERIES'] {
  const lane = message.type === 'send_lane' ? deliveryLanes[message.lane] : undefined
  return (lane && env[lane.binding]) ?? env.DELIVERIES
}

/** The wall clock, or `X-Test-Now` where the test clock is enabled. */
function readClock(c: BindingsContext): number {
  const header = c.req.header('X-Test-Now')
  if (header === undefined || readConfig(c.env).TEST_CLOCK !== 'on') return Date.now()
  const instant = /^\d+$/.test(header) ? Number(header) : Date.parse(header)
  return Number.isFinite(instant) ? instant : Date.now()
}

export function createVisitorContext(c: Context, locale: Locale): Ctx<Visitor> {
  const origin = { now: readClock(c), locale, source: requestLogSource(c) }
  return {
    ...createContext(c.env, origin),
    actor: { kind: 'visitor' },
    seenVersions: c.get('seenVersions'),
  }
}

export function readNowForMessage(env: Env, sentAt: number): number {
  return readConfig(env).TEST_CLOCK === 'on' ? sentAt : Date.now()
}
