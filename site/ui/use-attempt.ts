import { useState } from 'react'
import { failureText } from '#site/lib/failure-text.ts'

export function useAttempt(fallback?: () => string) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function attempt(act: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setFailure('')
    await act().catch((error: unknown) => setFailure(failureText(error, fallback)))
    setIsBusy(false)
  }

  return { isBusy, failure, attempt }
}
