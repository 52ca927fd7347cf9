import { onStepUp } from '#site/lib/api.ts'
import { isProofCode } from '#site/features/accounts/profile/proof.store.ts'
import { withStyles } from '#site/lib/rendering/with-styles.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import partsStyles from '#site/features/accounts/profile/profile-parts.css?url'

let asking: Promise<boolean> | undefined

/** Calls of the panel that are refused until staff show who they are ask once, and go on together. */
onStepUp((code) => {
  if (!isProofCode(code)) return Promise.resolve(false)
  asking ??= withStyles(import('./mount.tsx'), formsStyles, partsStyles)
    .then(({ askForProof }) => askForProof(code))
    .finally(() => (asking = undefined))
  return asking
})
