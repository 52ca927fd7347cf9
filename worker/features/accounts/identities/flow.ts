import { generateCodeVerifier, generateState } from 'arctic'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import { UserId, type SessionId } from '#worker/contracts/ids.ts'
import { booleanSql } from '#worker/db/row.ts'
import { identities, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import {
  assertReauthenticated,
  reauthenticationTimeOf,
} from '#worker/features/accounts/reauthentication.ts'
import { authorize } from '#worker/auth/access.ts'
import { AppError } from '#worker/api/errors.ts'
import { youtubeScope } from '#worker/integrations/youtube/data-api.ts'
import { decrypt, encrypt, equalsInConstantTime } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { buildAuthorizeUrl } from '#worker/integrations/oauth/oauth.ts'
import { followsScope } from '#worker/integrations/twitch/helix.ts'
import { OAuthIntent, OAuthProvider, type AuthorizeQuery } from './contract.ts'

const intents: Record<OAuthIntent, { scopes: string[]; onlyProvider?: OAuthProvider }> = {
  login: { scopes: [] },
  link: { scopes: [] },
  youtube: { scopes: [youtubeScope], onlyProvider: 'google' },
  follows: { scopes: [followsScope], onlyProvider: 'twitch' },
}

const oauthFlowLifetimeSeconds = 600

const OAuthFlow = v.object({
  provider: OAuthProvider,
  intent: OAuthIntent,
  state: v.string(),
  nonce: v.string(),
  verifier: v.nullable(v.string()),
  /** Null when signing in. */
  memberId: v.nullable(UserId),
  /** The account was connected before: none may be connected by this. */
  isConnected: v.optional(v.boolean(), false),
  next: v.nullable(v.string()),
  expiresAt: v.number(),
})
export type OAuthFlow = v.InferOutput<typeof OAuthFlow>

const selectMemberState = prepare(
  ({ userId, sessionId }: Params<{ userId: UserId; sessionId: SessionId }>) =>
    selectFirst(
      {
        isEmailUnverified: booleanSql(
          sql`${users.email} is not null and ${users.emailVerifiedAt} is null`,
        ),
        hasTwitch: booleanSql(sql`exists (select 1 from ${identities}
            where ${identities.userId} = ${userId} and ${identities.provider} = 'twitch')`),
        reauthenticatedAt: reauthenticationTimeOf(sessionId),
      },
      sql`from ${users} where ${users.id} = ${userId}`,
    ),
)

/**
 * A connection to an unproved address would stay open when its owner takes the account over.
 * Reading follows from what is connected already opens nothing, and asks for neither.
 * @throws AppError `verify_email_first`, and `sign_in_again` when beginning late in a session
 */
async function requireMember(
  ctx: Ctx<Visitor>,
  token: string | undefined,
  { intent, isStart }: { intent: OAuthIntent; isStart: boolean },
): Promise<{ member: Ctx<Member>; isConnected: boolean }> {
  const member = await authorize(ctx, 'member', token)
  const { state } = await read(member, { state: selectMemberState(member.actor) })
  if (intent === 'follows' && state?.hasTwitch) return { member, isConnected: true }
  if (isStart) assertReauthenticated(ctx, state?.reauthenticatedAt)
  if (state?.isEmailUnverified) throw new AppError('conflict', 'verify_email_first')
  return { member, isConnected: false }
}

export async function startOAuthFlow(
  ctx: Ctx<Visitor>,
  provider: OAuthProvider,
  { intent, next, accessToken }: AuthorizeQuery & { accessToken: string | undefined },
): Promise<{ url: string; encrypted: string }> {
  const { scopes, onlyProvider = provider } = intents[intent]
  if (onlyProvider !== provider) throw new AppError('not_found', 'provider_off')
  const connection =
    intent === 'login'
      ? undefined
      : await requireMember(ctx, accessToken, { intent, isStart: true })
  const flow: OAuthFlow = {
    provider,
    intent,
    state: generateState(),
    nonce: generateState(),
    // Twitch has no PKCE; the nonce ties its ID token to this sign-in.
    verifier: provider === 'google' ? generateCodeVerifier() : null,
    memberId: connection?.member.actor.userId ?? null,
    isConnected: connection?.isConnected ?? false,
    next,
    expiresAt: ctx.now + oauthFlowLifetimeSeconds * 1000,
  }
  return {
    url: buildAuthorizeUrl(ctx.config, provider, flow, scopes),
    encrypted: encrypt(ctx.config.ENCRYPTION_KEY, JSON.stringify(flow)),
  }
}

function decryptFlow(ctx: Ctx, encrypted: string | undefined): OAuthFlow | undefined {
  try {
    return v.parse(OAuthFlow, JSON.parse(decrypt(listEncryptionKeys(ctx.config), encrypted ?? '')))
  } catch {
    return undefined
  }
}

export type ResumedOAuthFlow = { flow: OAuthFlow; member: Ctx<Member> | undefined }

/** @throws AppError `bad_oauth_state` when begun elsewhere, by another member or too long ago */
export async function resumeOAuthFlow(
  ctx: Ctx<Visitor>,
  provider: OAuthProvider,
  callback: { encrypted: string | undefined; state: string; accessToken: string | undefined },
): Promise<ResumedOAuthFlow> {
  const flow = decryptFlow(ctx, callback.encrypted)
  const isValid = flow?.provider === provider && flow.expiresAt > ctx.now
  if (!isValid || !equalsInConstantTime(flow.state, callback.state))
    throw new AppError('invalid', 'bad_oauth_state')
  if (flow.memberId === null) return { flow, member: undefined }
  const { intent } = flow
  const { member } = await requireMember(ctx, callback.accessToken, { intent, isStart: false })
  if (member.actor.userId !== flow.memberId) throw new AppError('invalid', 'bad_oauth_state')
  return { flow, member }
}
