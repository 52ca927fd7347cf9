import * as v from 'valibot'
import { LocalPath } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import { TokensView } from '#worker/features/accounts/contract.ts'

export const OAuthProvider = v.picklist(['google', 'twitch'])
export type OAuthProvider = v.InferOutput<typeof OAuthProvider>

/** A YouTube channel is proved through Google and opens no door by itself. */
export const IdentityProvider = v.picklist(['google', 'twitch', 'youtube'])
export type IdentityProvider = v.InferOutput<typeof IdentityProvider>

/** `follows` asks Twitch to show us the channels that its person follows. */
export const OAuthIntent = v.picklist(['login', 'link', 'youtube', 'follows'])
export type OAuthIntent = v.InferOutput<typeof OAuthIntent>

export const AuthorizeQuery = v.object({
  intent: v.optional(OAuthIntent, 'login'),
  /** Where to go afterwards; what is no path of this site counts as none. */
  next: v.optional(v.fallback(v.nullable(LocalPath), null), null),
})
export type AuthorizeQuery = v.InferOutput<typeof AuthorizeQuery>

export const AuthorizeView = v.object({ authorize_url: v.string() })
export type AuthorizeView = v.InferOutput<typeof AuthorizeView>

const Code = v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))

export const OAuthCallbackInput = v.union([
  v.object({ state: Code, code: Code }),
  v.object({ state: Code, error: Code }),
])
export type OAuthCallbackInput = v.InferOutput<typeof OAuthCallbackInput>

export const OAuthCallbackView = v.variant('outcome', [
  v.object({
    outcome: v.literal('signed_in'),
    ...TokensView.entries,
    is_new: v.boolean(),
    next: v.nullable(v.string()),
  }),
  v.object({ outcome: v.literal('linked'), next: v.nullable(v.string()) }),
])
export type OAuthCallbackView = v.InferOutput<typeof OAuthCallbackView>

const IdentityView = v.object({
  provider: IdentityProvider,
  email: v.nullable(v.string()),
  /** A person's name at Google, a channel's name elsewhere. */
  name: v.nullable(v.string()),
  connected_at: Instant,
})

export const IdentitiesView = v.object({
  items: v.array(IdentityView),
  has_password: v.boolean(),
  has_passkey: v.boolean(),
  available: v.array(OAuthProvider),
})
export type IdentitiesView = v.InferOutput<typeof IdentitiesView>
