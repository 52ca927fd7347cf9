import { setReauthenticationHandler } from '#site/lib/api.ts'
import { isReauthenticationCode } from './reauthentication.store.ts'
import { withStyles } from '#site/lib/rendering/with-styles.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import partsStyles from '#site/features/accounts/profile/profile-parts.css?url'

let asking: Promise<boolean> | undefined

/** Calls that are refused at once ask once, and go on together. */
setReauthenticationHandler((code) => {
  if (!isReauthenticationCode(code)) return Promise.resolve(false)
  asking ??= withStyles(import('./mount.tsx'), formsStyles, partsStyles)
    .then(({ askForReauthentication }) => askForReauthentication(code))
    .finally(() => (asking = undefined))
  return asking
})
