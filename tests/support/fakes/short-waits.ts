import { onTestFinished, vi } from 'vitest'

/** For the rest of a test the worker in this process waits a tenth of its time for whom it asks. */
export function shortenWaits(): void {
  const { timeout } = AbortSignal
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout.call(AbortSignal, ms / 10))
  onTestFinished(() => spy.mockRestore())
}
