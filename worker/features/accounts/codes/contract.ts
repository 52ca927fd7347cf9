import * as v from 'valibot'
import { TimeZone } from '#worker/contracts/time.ts'
import { Email, TokensView } from '#worker/features/accounts/contract.ts'

export const codeDigits = 6

export const RequestSignInCodeInput = v.object({
  email: Email,
  time_zone: v.fallback(v.optional(TimeZone), undefined),
})
export type RequestSignInCodeInput = v.InferOutput<typeof RequestSignInCodeInput>

/** One answer, whether the address has an account or not. */
export const SignInCodeRequestView = v.object({
  /** Needed with the code: only the browser that requested it can use it. */
  request: v.string(),
  expires_in: v.number(),
})
export type SignInCodeRequestView = v.InferOutput<typeof SignInCodeRequestView>

export const SignInWithCodeView = v.object({
  ...TokensView.entries,
  /** The account was made before anybody proved the address; its username is another’s choice. */
  is_taken_over: v.boolean(),
})
export type SignInWithCodeView = v.InferOutput<typeof SignInWithCodeView>

export const SignInWithCodeInput = v.object({
  request: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'sign_in_code')),
})
export type SignInWithCodeInput = v.InferOutput<typeof SignInWithCodeInput>
