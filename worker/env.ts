import type {
  AnalyticsEngineDataset,
  Fetcher,
  Queue,
  R2Bucket,
  RateLimit,
} from '@cloudflare/workers-types'
import type { HonoRequest } from 'hono'
import * as v from 'valibot'
import { isLocalAddress } from './contracts/local-address.ts'
import { ProposalLimits } from './contracts/proposal-limits.ts'
import { formatMailtoSender } from './integrations/mail/sender-address.ts'
import { setMediaBase } from './contracts/media-url.ts'
import type { LaneBinding } from './contracts/delivery-lanes.ts'
import type { SentMessage } from './queue-messages.ts'

const placeholders = /^(change[-_ ]?me|secret|default|example|test|password)/i

const Secret = v.pipe(
  v.string('is missing'),
  v.minLength(32, 'must have at least 32 characters'),
  v.check((value) => !placeholders.test(value), 'still has a placeholder value'),
)
const Origin = v.pipe(
  v.string('is missing'),
  v.url('must be a URL'),
  v.transform((url) => url.replace(/\/+$/, '')),
)
const discordWebhook = /^https:\/\/(?:\w+\.)?discord\.com\/api\/webhooks\/\d+\/[\w-]+$/
/** Apple refuses pushes from whom nobody can be asked about: a contact has a domain of the internet. */
const pushContact =
  /^(?:mailto:[^\s@]+@|https:\/\/)(?:[a-z0-9-]+\.)+(?!(?:example|internal|invalid|local|localhost|test)\b)[a-z][a-z0-9-]+(?:\/\S*)?$/i
const NonEmpty = v.pipe(v.string(), v.nonEmpty('is empty'))
const Count = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,5}$/, 'is no number from 1 to 999999'),
  v.transform(Number),
)

type VariableRule = { isFine: (value: string | undefined) => boolean; fault: string }

const unset: VariableRule = { isFine: (value) => !value, fault: 'is for local mode only' }
const encrypted: VariableRule = {
  isFine: (value) => /^https:/i.test(value ?? ''),
  fault: 'must begin with https:// outside local mode',
}

/** Allowed only on a developer's machine: fakes, a test clock, unencrypted connections. */
const outsideLocalMode = {
  TEST_CLOCK: { ...unset, isFine: (value) => value === 'off' },
  RATE_LIMITS: { ...unset, isFine: (value) => value === 'on' },
  SHUFFLE_SEED: unset,
  EDGE_CACHE_URL: unset,
  PUSH_URL: unset,
  GOOGLE_URL: unset,
  TWITCH_URL: unset,
  YOUTUBE_URL: unset,
  CALENDARS_URL: unset,
  SITE_URL: encrypted,
  CDN_BASE: { ...encrypted, isFine: (value) => !value || encrypted.isFine(value) },
  MAIL_API_URL: encrypted,
  DISCORD_API_URL: encrypted,
  DATABASE_URL: {
    isFine: (value) => /^(https|libsql):/i.test(value ?? ''),
    fault: 'must begin with https:// or libsql:// outside local mode',
  },
} satisfies Record<string, VariableRule>

const Bindings = v.pipe(
  v.object(
    {
      LOCAL_MODE: v.optional(v.picklist(['on'])),
      SITE_URL: Origin,
      DATABASE_URL: v.pipe(v.string('is missing'), v.url('must be a URL')),
      DATABASE_AUTH_TOKEN: v.optional(v.string()),
      JWT_SECRET: Secret,
      ENCRYPTION_KEY: Secret,
      /** Accepted after a change of keys, but no longer used for what is new. */
      JWT_SECRET_PREVIOUS: v.optional(Secret),
      ENCRYPTION_KEY_PREVIOUS: v.optional(Secret),
      MAIL_API_URL: v.optional(Origin, 'https://api.resend.com'),
      MAIL_API_KEY: v.pipe(v.string('is missing'), v.nonEmpty('is empty')),
      /** Signs the calls that tell of bounces and complaints; without it, that route is off. */
      MAIL_WEBHOOK_SECRET: v.optional(
        v.pipe(v.string(), v.regex(/^whsec_[A-Za-z0-9+/]{24,}=*$/, 'is no webhook secret')),
      ),
      MAIL_FROM: v.pipe(v.string('is missing'), v.nonEmpty('is empty')),
      /** With it, Brevo sends mails while the first service is away. */
      BREVO_API_KEY: v.optional(NonEmpty),
      BREVO_API_URL: v.optional(Origin, 'https://api.brevo.com'),
      /** Brevo sends it with its events; without it, that route is off. */
      BREVO_WEBHOOK_TOKEN: v.optional(Secret),
      /** The mail API refuses more. */
      MAIL_CALLS_PER_SECOND: v.optional(Count, '4'),
      /** Sign-in codes to addresses that no account has proved, from the whole site. */
      NEW_ADDRESS_MAILS_PER_HOUR: v.optional(Count, '1000'),
      DISCORD_API_URL: v.optional(Origin, 'https://discord.com'),
      /** A provider's sign-in needs both keys. */
      GOOGLE_CLIENT_ID: v.optional(NonEmpty),
      GOOGLE_CLIENT_SECRET: v.optional(NonEmpty),
      TWITCH_CLIENT_ID: v.optional(NonEmpty),
      TWITCH_CLIENT_SECRET: v.optional(NonEmpty),
      /** Without it, YouTube channels are not polled. */
      YOUTUBE_API_KEY: v.optional(NonEmpty),
      /** Push notifications need both keys; base64url, as browsers take the public one. */
      VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^B[A-P][\w-]{85}$/, 'is no key'))),
      VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'is no key'))),
      /** The contact for push services, `mailto:` or `https:`; default: the sender of mails. */
      VAPID_SUBJECT: v.optional(v.pipe(v.string(), v.regex(/^(mailto|https):/, 'is no address'))),
      /** Replace the platforms in local mode. */
      PUSH_URL: v.optional(Origin),
      GOOGLE_URL: v.optional(Origin),
      TWITCH_URL: v.optional(Origin),
      YOUTUBE_URL: v.optional(Origin),
      CALENDARS_URL: v.optional(Origin),
      /** The base of `/media/` on a CDN; empty without a CDN. */
      CDN_BASE: v.optional(v.union([v.literal(''), Origin], 'must be a URL'), ''),
      EDGE_CACHE_URL: v.optional(Origin),
      /** Where alerts are sent; without either, no rule is checked. */
      ALERT_WEBHOOK: v.optional(v.pipe(v.string(), v.regex(discordWebhook, 'is no webhook'))),
      ALERT_MAIL: v.optional(v.pipe(v.string(), v.email('is no address'))),
      /** Contact in security.txt, `mailto:` or `https:`; default: the sender of mails. */
      SECURITY_CONTACT: v.optional(
        v.pipe(v.string(), v.regex(/^(mailto|https):/, 'is no address')),
      ),
      /** The footer says that people and events are invented. */
      DEMO_DATA: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
      SHARE_CARDS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
      RESPONSE_CACHE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
      PROPOSAL_LIMITS: v.optional(
        v.pipe(v.string(), v.parseJson(undefined, 'is not JSON'), ProposalLimits),
        '{}',
      ),
      /** Default: offered in local mode, required elsewhere. */
      STAFF_PASSKEYS: v.optional(
        v.picklist(['required', 'offered'], 'must be required or offered'),
      ),
      RATE_LIMITS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
      TEST_CLOCK: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
      /** Tests run the independent statements of a write in an order that follows from it. */
      SHUFFLE_SEED: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'is no number'))),
    },
    'is missing',
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.LOCAL_MODE === 'on') return
    const { value: input } = dataset
    for (const [key, { isFine, fault }] of Object.entries(outsideLocalMode)) {
      const value = input[key as keyof typeof outsideLocalMode]
      if (isFine(value)) continue
      addIssue({ message: fault, path: [{ type: 'object', origin: 'value', input, key, value }] })
    }
  }),
  v.forward(
    v.check(
      (env) => env.LOCAL_MODE !== 'on' || isLocalAddress(env.SITE_URL),
      'is for a SITE_URL of http://localhost only',
    ),
    ['LOCAL_MODE'],
  ),
  v.forward(
    v.check(
      (env) => env.LOCAL_MODE === 'on' || env.SITE_URL === BUILD_SITE_URL,
      () => `is not ${BUILD_SITE_URL}, the address that this build names as the site's`,
    ),
    ['SITE_URL'],
  ),
  v.forward(
    v.check(
      (env) => Boolean(env.GOOGLE_CLIENT_ID) === Boolean(env.GOOGLE_CLIENT_SECRET),
      'and GOOGLE_CLIENT_SECRET need each other',
    ),
    ['GOOGLE_CLIENT_ID'],
  ),
  v.forward(
    v.check(
      (env) => Boolean(env.TWITCH_CLIENT_ID) === Boolean(env.TWITCH_CLIENT_SECRET),
      'and TWITCH_CLIENT_SECRET need each other',
    ),
    ['TWITCH_CLIENT_ID'],
  ),
  v.forward(
    v.check(
      (env) => Boolean(env.VAPID_PUBLIC_KEY) === Boolean(env.VAPID_PRIVATE_KEY),
      'and VAPID_PRIVATE_KEY need each other',
    ),
    ['VAPID_PUBLIC_KEY'],
  ),
  v.forward(
    v.check(
      (env) =>
        env.LOCAL_MODE === 'on' ||
        !env.VAPID_PUBLIC_KEY ||
        pushContact.test(env.VAPID_SUBJECT ?? formatMailtoSender(env)),
      'or the sender of mails must be mailto: or https:// with a domain of the internet',
    ),
    ['VAPID_SUBJECT'],
  ),
  v.transform(({ STAFF_PASSKEYS, ...env }) => ({
    ...env,
    STAFF_PASSKEYS: STAFF_PASSKEYS ?? (env.LOCAL_MODE === 'on' ? 'offered' : 'required'),
  })),
)
export type Config = v.InferOutput<typeof Bindings>
export const bindingNames = Object.keys(Bindings.entries)

/** Where a lane has no queue of its own, `DELIVERIES` carries it. */
export type Services = Partial<Record<LaneBinding, Queue<SentMessage>>> & {
  ASSETS: Fetcher
  MEDIA: R2Bucket
  DELIVERIES: Queue<SentMessage>
  READS: RateLimit
  WRITES: RateLimit
  LOGINS: RateLimit
  SIGNUPS: RateLimit
  RESETS: RateLimit
  METRICS?: AnalyticsEngineDataset
}
export type Env = Services & Record<string, unknown>
export type BindingsContext = { env: Env; req: HonoRequest }

export class ConfigError extends Error {}

let checked: { env: Env; config: Config } | undefined

function describeIssues(issues: v.BaseIssue<unknown>[]): string[] {
  return issues.map((issue) => `${v.getDotPath(issue) ?? 'env'} ${issue.message}`)
}

export function findConfigProblems(values: Record<string, unknown>): string[] {
  const { success, issues } = v.safeParse(Bindings, values)
  return success ? [] : describeIssues(issues)
}

/** @throws ConfigError with the name of each invalid binding and the reason, never its value. */
export function readConfig(env: Env): Config {
  if (checked?.env === env) return checked.config
  const result = v.safeParse(Bindings, env)
  if (!result.success) {
    const faults = describeIssues(result.issues)
    throw new ConfigError(`Hypecal cannot start: ${faults.join('; ')}`)
  }
  checked = { env, config: result.output }
  setMediaBase(result.output.CDN_BASE)
  return result.output
}
