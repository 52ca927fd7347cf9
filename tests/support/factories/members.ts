import { encrypt, hashPassword, randomToken, sha256 } from '#worker/auth/crypto.ts'
import { signAccessToken } from '#worker/auth/tokens.ts'
import { listScopes } from '#worker/context.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { SessionId, StreamerId, StreamingAccountId, UserId } from '#worker/contracts/ids.ts'
import { refreshTokens, sessions, users } from '#worker/db/schema/accounts.ts'
import { marketingConsents } from '#worker/db/schema/consents.ts'
import { trustEntries, xpEntries } from '#worker/db/schema/gamification.ts'
import type { TestApi } from '#tests/support/drivers/api.ts'
import type { Answer, CallOptions } from '#tests/support/drivers/worker.ts'
import { minute } from '#tests/support/drivers/durations.ts'
import { insertInto, insertRow, query, type TestBackend } from './rows.ts'
import { insertChannel } from './directory.ts'

type Role = 'member' | 'moderator' | 'admin'

/** The password of every member of a test that has one. */
export const password = 'correct horse battery'

export type MemberOptions = {
  username?: string
  role?: Role
  language?: 'en' | 'es' | 'fr'
  isVerified?: boolean
  isSoftBanned?: boolean
  isActive?: boolean
  marketingOptIn?: boolean
  hasPassword?: boolean
  /** Beside the e-mail address, which every member has. */
  channels?: readonly 'discord'[]
  /** A streamer profile with a channel on Twitch. */
  streamer?: { isVerified: boolean }
  /** Added to the 50 that everybody starts with. */
  trust?: number
  xp?: number
  createdAt?: number
}

export type Member = {
  userId: UserId
  sessionId: SessionId
  username: string
  email: string
  role: Role
  /** Valid for 15 minutes from the session's start. */
  token: string
}
type ChannelOf<Options extends MemberOptions> = Options extends { channels: readonly 'discord'[] }
  ? { webhook: string }
  : unknown
type StreamerOf<Options extends MemberOptions> = Options extends { streamer: object }
  ? { streamer: { streamerId: StreamerId; accountId: StreamingAccountId; name: string } }
  : unknown

/** Reached on every channel that can be had without a browser. */
export const reachable = { channels: ['discord'] } as const satisfies MemberOptions

let count = 0
let hash: Promise<string> | undefined

/** A misspelt option does not compile. */
type Known<Options> = Record<Exclude<keyof Options, keyof MemberOptions>, never>

/** Inserts a member with a session: for tests that are not about signing up or in. */
export async function createMember<const Options extends MemberOptions>(
  worker: TestBackend,
  options: Options & Known<Options> = {} as Options & Known<Options>,
): Promise<Member & ChannelOf<Options> & StreamerOf<Options>> {
  count += 1
  const { username = `member-${process.pid}-${count}`, role = 'member' } = options
  // Earlier than the clock of a test that was read before.
  const { createdAt = Date.now() - minute } = options
  const email = `${username}@example.com`
  const webhook = `/api/webhooks/1234567890${String(count).padStart(8, '0')}`
  const userId = await insertUser(worker, {
    ...options,
    ...{ username, email, role, createdAt },
    ...(options.channels?.includes('discord') ? { webhook } : {}),
  })
  await insertEntries(worker, userId, options)
  if (options.marketingOptIn) await consentToMarketing(worker, { userId })
  const streamer = options.streamer && (await insertChannel(worker, userId, options.streamer))
  const session = await createSession(worker, { userId, role }, options.createdAt)
  const member: Member = { userId, username, email, role, ...session }
  return { ...member, webhook, streamer } as unknown as Member &
    ChannelOf<Options> &
    StreamerOf<Options>
}

type NewUser = MemberOptions & {
  username: string
  email: string
  createdAt: number
  webhook?: string
}

async function insertUser(
  worker: TestBackend,
  { username, email, createdAt, webhook, ...options }: NewUser,
): Promise<UserId> {
  const { hasPassword = false, isVerified = true } = options
  if (hasPassword) hash ??= hashPassword(password)
  return insertRow(worker, users, {
    username,
    usernameKey: username.toLowerCase(),
    email,
    emailKey: email.toLowerCase(),
    emailVerifiedAt: isVerified ? createdAt : null,
    passwordHash: hasPassword ? await hash : null,
    role: options.role,
    isActive: options.isActive,
    isSoftBanned: options.isSoftBanned,
    marketingOptIn: options.marketingOptIn,
    leaderboardToldAt: createdAt,
    interfaceLanguage: options.language ?? 'en',
    discordWebhook: webhook && encryptWebhook(worker, webhook),
    createdAt,
  })
}

/** An act by which they consent to marketing mail. */
export async function consentToMarketing(
  worker: TestBackend,
  { userId }: { userId: number },
): Promise<void> {
  await query(worker, 'update users set is_marketing = 1 where id = ?', userId)
  const act = { isGiven: true, way: 'switch', text: `mark-marketing_consents-${userId}` } as const
  await insertRow(worker, marketingConsents, { userId, at: 0, ...act })
}

export function createMembers(worker: TestBackend, size: number): Promise<Member[]> {
  return Promise.all(Array.from({ length: size }, () => createMember(worker)))
}

/** The address of a webhook as the settings store it. */
function encryptWebhook({ environment }: TestBackend, path: string): string {
  const address = `https://discord.com${path}/${'b'.repeat(68)}`
  return encrypt(environment.vars['ENCRYPTION_KEY'] ?? '', address)
}

async function insertEntries(
  worker: TestBackend,
  userId: UserId,
  { trust = 0, xp = 0, createdAt: at = Date.now() }: MemberOptions,
): Promise<void> {
  const entry = { userId, action: 'granted', subject: 'test', at }
  if (trust !== 0) await insertRow(worker, trustEntries, { ...entry, delta: trust })
  if (xp !== 0) await insertRow(worker, xpEntries, { ...entry, points: xp })
}

export type Session = { sessionId: SessionId; token: string }

/** A session as a login at that instant would open it, without hashing a password. */
export async function createSession(
  worker: TestBackend,
  { userId, role }: Pick<Member, 'userId' | 'role'>,
  now: number = Date.now(),
): Promise<Session> {
  const sessionId = await insertRow(worker, sessions, {
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: Date.UTC(2099, 0),
  })
  return { sessionId, token: await tokenOf(worker, { userId, sessionId, role }, now) }
}

/** The refresh token that a browser keeps for a session. */
export async function createRefreshToken(
  worker: TestBackend,
  sessionId: SessionId,
): Promise<string> {
  const token = randomToken()
  await insertInto(worker, refreshTokens, {
    hash: sha256(token),
    sessionId,
    createdAt: Date.now(),
  })
  return token
}

/** The member's access token as issued at an instant. */
export function tokenOf(
  { environment }: TestBackend,
  { userId, sessionId, role }: Pick<Member, 'userId' | 'sessionId' | 'role'>,
  now: number,
): Promise<string> {
  const scopes = listScopes({ role, isStreamer: false })
  const claims = { userId, sessionId, scopes }
  return signAccessToken(environment.vars['JWT_SECRET'] ?? '', now, claims)
}

/** A call with the member's own access token, as issued at the call's clock. */
export async function callAs<Body = ErrorEnvelope>(
  worker: TestBackend & Pick<TestApi, 'call'>,
  member: Pick<Member, 'userId' | 'sessionId' | 'role'>,
  method: string,
  path: string,
  options: Omit<CallOptions, 'token'> = {},
): Promise<Answer<Body>> {
  const token = await tokenOf(worker, member, options.now ?? Date.now())
  return worker.call<Body>(method, path, { ...options, token })
}

/** A read with the member’s own access token that has to succeed. */
export async function getAs<Body>(
  worker: TestBackend & Pick<TestApi, 'get'>,
  member: Pick<Member, 'userId' | 'sessionId' | 'role'>,
  path: string,
  options: Omit<CallOptions, 'token'> = {},
): Promise<Body> {
  const token = await tokenOf(worker, member, options.now ?? Date.now())
  return worker.get<Body>(path, { ...options, token })
}

export async function findMember(
  worker: TestBackend,
  username: string,
): Promise<Pick<Member, 'userId' | 'role'>> {
  const [person] = await query<{ userId: UserId; role: Role }>(
    worker,
    'select id as userId, role from users where username_key = ?',
    username.toLowerCase(),
  )
  if (!person) throw new Error(`there is no ${username}`)
  return person
}

/** The access token of a new session of somebody. */
export async function tokenFor(
  worker: TestBackend,
  username: string,
  now: number = Date.now(),
): Promise<string> {
  const { token } = await createSession(worker, await findMember(worker, username), now)
  return token
}

export async function xpOf(
  worker: TestBackend,
  { userId }: Pick<Member, 'userId'>,
): Promise<number | undefined> {
  const text = 'select total_xp as xp from users where id = ?'
  const [row] = await query<{ xp: number }>(worker, text, userId)
  return row?.xp
}

/** XP from before the test. */
export async function grantXp(
  worker: TestBackend,
  { userId }: Pick<Member, 'userId'>,
  points: number,
): Promise<void> {
  await insertRow(worker, xpEntries, { userId, action: 'granted', subject: 'x', points, at: 0 })
}
