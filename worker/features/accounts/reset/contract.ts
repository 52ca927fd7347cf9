import * as v from 'valibot'
import { PasskeyId } from '#worker/contracts/ids.ts'
import { ResetInput } from '../contract.ts'
import { IdentityProvider } from '../identities/contract.ts'
import { passkeysPerMember } from '../passkeys/contract.ts'

export const RemovedMethods = v.object({
  passkeys: v.optional(v.pipe(v.array(PasskeyId), v.maxLength(passkeysPerMember)), []),
  providers: v.optional(
    v.pipe(v.array(IdentityProvider), v.maxLength(IdentityProvider.options.length)),
    [],
  ),
})

export type RemovedMethods = v.InferOutput<typeof RemovedMethods>

export const PasswordResetInput = v.object({
  ...ResetInput.entries,
  remove: v.optional(RemovedMethods, {}),
})
export type PasswordResetInput = v.InferOutput<typeof PasswordResetInput>

type Added = { added_at: string; isRecent: boolean }

export type ResetMethods = {
  passkeys: (Added & { id: PasskeyId; name: string })[]
  providers: (Added & { provider: IdentityProvider; name: string | null })[]
}
