import * as v from 'valibot'
import { PasskeyId } from '#worker/contracts/ids.ts'
import { NewPasswordInput } from '../contract.ts'
import { IdentityProvider } from '../identities/contract.ts'
import { maxPasskeysPerMember } from '../passkeys/contract.ts'

export const SignInMethodsToRemove = v.object({
  passkeys: v.optional(v.pipe(v.array(PasskeyId), v.maxLength(maxPasskeysPerMember)), []),
  providers: v.optional(
    v.pipe(v.array(IdentityProvider), v.maxLength(IdentityProvider.options.length)),
    [],
  ),
})

export type SignInMethodsToRemove = v.InferOutput<typeof SignInMethodsToRemove>

export const PasswordResetInput = v.object({
  ...NewPasswordInput.entries,
  remove: v.optional(SignInMethodsToRemove, {}),
})
export type PasswordResetInput = v.InferOutput<typeof PasswordResetInput>

type AdditionTime = { added_at: string; isRecent: boolean }

export type RemovableSignInMethods = {
  passkeys: (AdditionTime & { id: PasskeyId; name: string })[]
  providers: (AdditionTime & { provider: IdentityProvider; name: string | null })[]
}
