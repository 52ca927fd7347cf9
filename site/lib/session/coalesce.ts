/** One run at a time; what comes in the meantime is one run more. */
export function coalesce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isDue = false

  async function runWhileDue(): Promise<void> {
    while (isDue) {
      isDue = false
      await run()
    }
  }

  return () => {
    isDue = true
    running ??= runWhileDue().finally(() => (running = undefined))
    return running
  }
}
