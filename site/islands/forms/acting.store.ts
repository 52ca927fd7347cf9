import { atom } from 'nanostores'
import { failureText } from './failure-text.ts'

/** How a section speaks: toasts on the page. */
export type Voice = { saySuccess: (text: string) => void; sayError: (text: string) => void }

/** One act at a time; whether it succeeded is said and answered. */
export function createActing({ saySuccess, sayError }: Voice) {
  const $isBusy = atom(false)

  /** `act` answers what to say, or nothing where the page shows it. */
  async function run(act: () => Promise<string | void>, fallback: () => string): Promise<boolean> {
    if ($isBusy.get()) return false
    $isBusy.set(true)
    try {
      const done = await act()
      if (done) saySuccess(done)
      return true
    } catch (error) {
      sayError(failureText(error, fallback))
      return false
    } finally {
      $isBusy.set(false)
    }
  }

  return { $isBusy, run }
}
