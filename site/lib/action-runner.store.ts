import { atom } from 'nanostores'
import { ApiError } from '#site/lib/api.ts'
import { failureText } from './failure-text.ts'

/** How a section speaks: toasts on the page. */
export type Toaster = { showSuccess: (text: string) => void; showError: (text: string) => void }

/** One act at a time; whether it succeeded is said and answered. */
export function createActionRunner({ showSuccess, showError }: Toaster) {
  const $isBusy = atom(false)

  /** `act` answers what to say, or nothing where the page shows it. */
  async function run(
    action: () => Promise<string | void>,
    fallback: () => string,
  ): Promise<boolean> {
    if ($isBusy.get()) return false
    $isBusy.set(true)
    try {
      const done = await action()
      if (done) showSuccess(done)
      return true
    } catch (error) {
      // No form is here to show a faulty field.
      const [fault] = error instanceof ApiError ? error.fieldErrors : []
      showError(fault?.msg ?? failureText(error, fallback))
      return false
    } finally {
      $isBusy.set(false)
    }
  }

  return { $isBusy, run }
}
