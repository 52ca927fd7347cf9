import * as v from 'valibot'
import { TimeZone } from '#worker/contracts/time.ts'
import { Email, TokensView } from '#worker/features/accounts/contract.ts'

export const codeDigits = 6

export const SignInCodeInput = v.object({
  email: Email,
  time_zone: v.fallback(v.optional(TimeZone), undefined),
})
export type SignInCodeInput = v.InferOutput<typeof SignInCodeInput>

/** The same whether the address has an account or not. */
export const SignInCodeView = v.object({
  /** Needed with the code: only the browser that requested it can use it. */
  request: v.string(),
  expires_in: v.number(),
})
export type SignInCodeView = v.InferOutput<typeof SignInCodeView>

export const CodeSignInView = v.object({
  ...TokensView.entries,
  /** The account was made before anybody proved the address; its username is another’s choice. */
  is_taken_over: v.boolean(),
})
export type CodeSignInView = v.InferOutput<typeof CodeSignInView>

export const SignInWithCodeInput = v.object({
  request: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'sign_in_code')),
})
export type SignInWithCodeInput = v.InferOutput<typeof SignInWithCodeInput>
