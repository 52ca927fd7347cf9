import type { Context } from 'hono'
import type { Ctx, SendOptions, Visitor } from '#worker/context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { openDatabase, type Database } from '#worker/db/client.ts'
import { createShuffle } from '#worker/db/shuffle.ts'
import { readConfig, type BindingsContext, type Config, type Env } from '#worker/env.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { createDiscordSender } from '#worker/integrations/discord/discord-sender.ts'
import { createEdgeCache } from '#worker/integrations/edge-cache/edge-cache.ts'
import { createMailer } from '#worker/integrations/mail/mailer.ts'
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
    discord: createDiscordSender(config),
    push: createPushSender(config),
    edge: createEdgeCache(config, log),
    media: env.MEDIA,
    log,
    reportFailure: (error) => log({ event: 'section_failed', ...describeError(error) }),
    async send(messages: QueueMessage[], options?: SendOptions) {
      for (let start = 0; start < messages.length; start += 100) {
        const page = messages.slice(start, start + 100)
        await env.DELIVERIES.sendBatch(
          page.map((message) => ({ body: { ...message, at: now, request } })),
          options,
        )
      }
    },
  }
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
