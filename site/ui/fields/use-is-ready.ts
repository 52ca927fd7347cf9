import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useIsHydrated } from './use-validated-form.ts'

/** Whether a press is heard: the page is alive, and no act is under way. */
export function useIsReady($isBusy: ReadableAtom<boolean>): boolean {
  const isHydrated = useIsHydrated()
  const isBusy = useStore($isBusy)
  return isHydrated && !isBusy
}
