import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import { withFailureMessage } from './action-failure.ts'

/** One act of the panel at a time; what the server does not refuse says what failed. */
export function createPanelRunner(voice: Toaster) {
  const { $isBusy, run } = createActionRunner(voice)
  return {
    $isBusy,
    run: (act: () => Promise<string | void>, failed: () => string) =>
      run(() => withFailureMessage(failed(), act()), failed),
  }
}
