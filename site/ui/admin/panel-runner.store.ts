import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import { withFailureMessage } from './action-failure.ts'

export function createPanelRunner(voice: Toaster) {
  const { $isBusy, run } = createActionRunner(voice)
  return {
    $isBusy,
    run: (act: () => Promise<string | void>, failed: () => string) =>
      run(() => withFailureMessage(failed(), act()), failed),
  }
}
