import { atom } from 'nanostores'
import { ApiError } from '#site/lib/api.ts'
import { failureText } from './failure-text.ts'

export type Toaster = { showSuccess: (text: string) => void; showError: (text: string) => void }

/** One action at a time; the promise tells whether it succeeded. */
export function createActionRunner({ showSuccess, showError }: Toaster) {
  const $isBusy = atom(false)

  /** `action` returns the text of a toast, or nothing where the page shows the success. */
  async function run(
    action: () => Promise<string | void>,
    fallback: () => string,
    writeError: (text: string) => string = String,
  ): Promise<boolean> {
    if ($isBusy.get()) return false
    $isBusy.set(true)
    try {
      const successText = await action()
      if (successText) showSuccess(successText)
      return true
    } catch (error) {
      // No form is here to show a faulty field.
      const [fault] = error instanceof ApiError ? error.fieldErrors : []
      showError(writeError(fault?.msg ?? failureText(error, fallback)))
      return false
    } finally {
      $isBusy.set(false)
    }
  }

  return { $isBusy, run }
}
