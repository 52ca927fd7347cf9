import type { R2Bucket } from '@cloudflare/workers-types'
import {
  selectContentVersion,
  type ContentVersion,
  type SeenVersions,
} from './caching/content-version.ts'
import type { Scope } from './contracts/enumerations.ts'
import type { SessionId, UserId } from './contracts/ids.ts'
import type { Locale } from './contracts/locale.ts'
import {
  batch,
  inOrder,
  type Database,
  type StatementGroup,
  type Results,
  type StatementSet,
} from './db/client.ts'
import { users } from './db/schema/accounts.ts'
import { prepareMemberRow } from './db/member-row.ts'
import { mapResult } from './db/statement.ts'
import type { Config } from './env.ts'
import { AppError } from './api/errors.ts'
import {
  assertSessionNotRefused,
  throwSessionRefusal,
  selectSessionRefusal,
  sessionCheckStatements,
  type SessionClaim,
} from './auth/session-check.ts'
import type { Log } from './logging/log.ts'
import type { QueueMessage } from './queue-messages.ts'
import type { DiscordSender } from './integrations/discord/discord-sender.ts'
import type { EdgeCache } from './integrations/edge-cache/edge-cache.ts'
import type { Mailer } from './integrations/mail/mailer.ts'
import type { SecondMailer } from './integrations/mail/second-mailer.ts'
import type { PushSender } from './integrations/web-push/push-sender.ts'

export type Visitor = { readonly kind: 'visitor' }
/** From a valid access token; the first batch checks the session. */
export type Member = {
  readonly kind: 'member'
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly requires: 'member' | 'contributor' | 'moderator' | 'admin'
  readonly isReauthenticationRequired?: boolean
  readonly isPasskeyRequired?: boolean
}
/** A member without a soft ban: may propose, hype and follow. */
export type Contributor = Member & { readonly isContributor: true }
export type Moderator = Member & { readonly isModerator: true }
export type Admin = Moderator & { readonly isAdmin: true }
export type System = { readonly kind: 'system' }
export type Actor = Visitor | Member | System

export type SendOptions = { delaySeconds: number }

export type Ctx<Who extends Actor = Actor> = {
  readonly db: Database
  /** Unix milliseconds; injected, so that tests control the clock. */
  readonly now: number
  readonly actor: Who
  readonly locale: Locale
  readonly config: Config
  readonly mail: Mailer
  /** For mails that the first never had in hand, while it is away. */
  readonly secondMail?: SecondMailer | undefined
  readonly discord: DiscordSender
  readonly push: PushSender
  readonly edge: EdgeCache
  readonly media: R2Bucket
  readonly send: (messages: QueueMessage[], options?: SendOptions) => Promise<void>
  readonly log: Log
  /** Where reads of a public response note the version of the content. */
  readonly seenVersions?: SeenVersions | undefined
  readonly reportFailure: (error: unknown) => void
}

/** Also checks session, soft ban and role. A statement in `allowFailure` may fail alone. */
export async function read<const Statements extends StatementSet>(
  ctx: Ctx,
  statements: Statements,
): Promise<Results<Statements>> {
  const { seenVersions } = ctx
  if (!seenVersions) return runWithSessionCheck(ctx, 'read', statements)
  // In one transaction, so the version is that of the content, wherever it is read.
  const parts = [statements, selectContentVersion()] as const
  const [results, content]: [unknown, ContentVersion | undefined] = await runWithSessionCheck(
    ctx,
    'read',
    parts,
  )
  if (content) seenVersions.add(content.version)
  return results as Results<Statements>
}

/** Like `read`. What the statements count stays committed even if the session check fails. */
export async function readAndRecordAttempt<const Statements extends StatementSet>(
  ctx: Ctx<Member>,
  statements: Statements,
): Promise<Results<Statements>> {
  return runWithSessionCheck(ctx, 'write', statements)
}

async function runWithSessionCheck<const Statements extends StatementSet>(
  ctx: Ctx,
  mode: 'read' | 'write',
  statements: Statements,
): Promise<Results<Statements>> {
  const { db, actor, reportFailure } = ctx
  if (actor.kind !== 'member') return batch(db, mode, statements, reportFailure)
  // Before the statements, so that its refusal comes before theirs.
  const check = mapResult(selectSessionRefusal(buildReadClaim(ctx, actor)), assertSessionNotRefused)
  const parts = [check, statements] as const
  const [, results]: [unknown, unknown] = await batch(db, mode, parts, reportFailure)
  return results as Results<Statements>
}

function buildReadClaim(ctx: Ctx, actor: Member): SessionClaim {
  const { userId, sessionId, requires, isPasskeyRequired = false } = actor
  return {
    userId,
    sessionId,
    requires,
    now: ctx.now,
    isPasskeyRequired: isPasskeyRequired && ctx.config.STAFF_PASSKEYS === 'required',
    isReauthenticationRequired: false,
  }
}

function buildWriteClaim(ctx: Ctx, actor: Member): SessionClaim {
  const isStaff = actor.requires === 'moderator' || actor.requires === 'admin'
  return {
    ...buildReadClaim(ctx, actor),
    isPasskeyRequired: isStaff && ctx.config.STAFF_PASSKEYS === 'required',
    isReauthenticationRequired: actor.isReauthenticationRequired ?? false,
  }
}

/** One transaction, begun by the checks of session, passkey and recent confirmation. */
export async function write<const Statements extends StatementSet>(
  ctx: Ctx,
  statements: Statements,
): Promise<Results<Statements>> {
  const { db, actor } = ctx
  if (actor.kind !== 'member') return batch(db, 'write', statements)
  const parts = [sessionCheckStatements(buildWriteClaim(ctx, actor)), statements] as const
  const [, results]: [unknown, unknown] = await batch(db, 'write', parts).catch(throwSessionRefusal)
  return results as Results<Statements>
}

export function writeInOrder<const Statements extends StatementGroup>(
  ctx: Ctx,
  statements: Statements,
): Promise<Results<Statements>> {
  return write(ctx, inOrder(statements)) as Promise<Results<Statements>>
}

/** For use cases that do not query the database. */
export async function assertSession(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'member') await read(ctx, [])
}

/** The session is not checked again: for follow-ups and imports, which may outlast it. */
export function asSystem(ctx: Ctx): Ctx<System> {
  return { ...ctx, actor: { kind: 'system' } }
}

type MemberRestriction = { isSoftBanned: boolean }

export const selectRestriction = prepareMemberRow({ isSoftBanned: users.isSoftBanned })

export function asContributor(
  ctx: Ctx<Member>,
  restriction: MemberRestriction | undefined,
): Ctx<Contributor> {
  if (restriction?.isSoftBanned !== false) throw new AppError('forbidden', 'account_restricted')
  const { actor } = ctx
  const requires = actor.requires === 'member' ? 'contributor' : actor.requires
  return { ...ctx, actor: { ...actor, requires, isContributor: true } }
}

export function listScopes(person: {
  role: 'member' | 'moderator' | 'admin'
  isStreamer: boolean
}): Scope[] {
  const scopes: Scope[] = ['user']
  if (person.isStreamer) scopes.push('streamer')
  if (person.role !== 'member') scopes.push('moderator')
  if (person.role === 'admin') scopes.push('admin')
  return scopes
}
