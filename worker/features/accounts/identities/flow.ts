import { generateCodeVerifier, generateState } from 'arctic'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import { UserId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import {
  assertRecentAuthentication,
  reauthenticatedAt,
} from '#worker/features/accounts/recent-authentication.ts'
import { authorize } from '#worker/auth/access.ts'
import { AppError } from '#worker/api/errors.ts'
import { youtubeScope } from '#worker/integrations/youtube/data-api.ts'
import { decrypt, encrypt, isSameText } from '#worker/auth/crypto.ts'
import { authorizeUrl } from '#worker/integrations/oauth/oauth.ts'
import { followsScope } from '#worker/integrations/twitch/helix.ts'
import { OAuthIntent, OAuthProvider, type AuthorizeQuery } from './contract.ts'

/** What an intent asks for beside who the person is, and who alone can be asked for it. */
const asks: Record<OAuthIntent, { scopes: string[]; of?: OAuthProvider }> = {
  login: { scopes: [] },
  link: { scopes: [] },
  youtube: { scopes: [youtubeScope], of: 'google' },
  follows: { scopes: [followsScope], of: 'twitch' },
}

/** How long a person may take at the provider. */
export const oauthFlowSeconds = 600

/** What the cookie keeps while the person is at the provider. */
const OAuthFlow = v.object({
  provider: OAuthProvider,
  intent: OAuthIntent,
  state: v.string(),
  nonce: v.string(),
  verifier: v.nullable(v.string()),
  /** Who asked to connect; null when signing in. */
  memberId: v.nullable(UserId),
  /** The account was connected before: none may be connected by this. */
  isConnected: v.optional(v.boolean(), false),
  next: v.nullable(v.string()),
  expiresAt: v.number(),
})
export type OAuthFlow = v.InferOutput<typeof OAuthFlow>

/**
 * The member of the access token, whose session stands. An address that nobody has proved may be
 * another's: what is connected to it would stay open when its owner takes the account over.
 * Reading follows from what is connected already opens nothing, and asks for neither.
 * @throws AppError `verify_email_first`, and `sign_in_again` when beginning late in a session
 */
async function requireMember(
  ctx: Ctx<Visitor>,
  token: string | undefined,
  { intent, isBeginning }: { intent: OAuthIntent; isBeginning: boolean },
): Promise<{ member: Ctx<Member>; isConnected: boolean }> {
  const member = await authorize(ctx, 'member', token)
  const { userId } = member.actor
  const [[found]] = await read(member, [
    rows<{ isUnproved: number; hasTwitch: number; reauthenticatedAt: number }>(
      ctx.db,
      sql`select email is not null and email_verified_at is null as isUnproved,
          exists (select 1 from identities where user_id = ${userId} and provider = 'twitch')
            as hasTwitch,
          ${reauthenticatedAt(member)} as reauthenticatedAt
        from users where id = ${userId}`,
    ),
  ])
  if (intent === 'follows' && found?.hasTwitch) return { member, isConnected: true }
  if (isBeginning) assertRecentAuthentication(ctx, found?.reauthenticatedAt)
  if (found?.isUnproved) throw new AppError('conflict', 'verify_email_first')
  return { member, isConnected: false }
}

/**
 * Begins a sign-in, or a connection that only a member can ask for: where to send the person, and
 * what to keep until they come back.
 */
export async function startOAuthFlow(
  ctx: Ctx<Visitor>,
  provider: OAuthProvider,
  { intent, next, accessToken }: AuthorizeQuery & { accessToken: string | undefined },
): Promise<{ url: string; sealed: string }> {
  const { scopes, of = provider } = asks[intent]
  if (of !== provider) throw new AppError('not_found', 'provider_off')
  const asker =
    intent === 'login'
      ? undefined
      : await requireMember(ctx, accessToken, { intent, isBeginning: true })
  const flow: OAuthFlow = {
    provider,
    intent,
    state: generateState(),
    nonce: generateState(),
    // Twitch has no PKCE; the nonce ties its ID token to this sign-in.
    verifier: provider === 'google' ? generateCodeVerifier() : null,
    memberId: asker?.member.actor.userId ?? null,
    isConnected: asker?.isConnected ?? false,
    next,
    expiresAt: ctx.now + oauthFlowSeconds * 1000,
  }
  return {
    url: authorizeUrl(ctx.config, provider, flow, scopes),
    sealed: encrypt(ctx.config.ENCRYPTION_KEY, JSON.stringify(flow)),
  }
}

function openFlow(ctx: Ctx, sealed: string | undefined): OAuthFlow | undefined {
  try {
    return v.parse(OAuthFlow, JSON.parse(decrypt(ctx.config.ENCRYPTION_KEY, sealed ?? '')))
  } catch {
    return undefined
  }
}

/** A flow whose person came back, in the same browser and, when connecting, still signed in. */
export type ResumedFlow = { flow: OAuthFlow; member: Ctx<Member> | undefined }

/**
 * Takes up what `startOAuthFlow` left.
 * @throws AppError `bad_oauth_state` when it was begun elsewhere, by another member or too long ago
 */
export async function resumeOAuthFlow(
  ctx: Ctx<Visitor>,
  provider: OAuthProvider,
  came: { sealed: string | undefined; state: string; accessToken: string | undefined },
): Promise<ResumedFlow> {
  const flow = openFlow(ctx, came.sealed)
  const isOurs = flow?.provider === provider && flow.expiresAt > ctx.now
  if (!isOurs || !isSameText(flow.state, came.state))
    throw new AppError('invalid', 'bad_oauth_state')
  if (flow.memberId === null) return { flow, member: undefined }
  const { intent } = flow
  const { member } = await requireMember(ctx, came.accessToken, { intent, isBeginning: false })
  if (member.actor.userId !== flow.memberId) throw new AppError('invalid', 'bad_oauth_state')
  return { flow, member }
}
