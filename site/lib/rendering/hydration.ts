import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'

function subscribeToNothing() {
  return () => undefined
}

/** False in the server's HTML, where a submit would leave the page. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

/**
 * Keeps what was typed before the island came alive, which a form with defaults would overwrite.
 * @returns what each field with a default hands its element to, before the form does its own part.
 */
export function usePreHydrationInput<Values extends FieldValues>({
  setValue,
}: UseFormReturn<Values>) {
  const [met] = useState(() => new Map<Path<Values>, string | undefined>())
  useEffect(() => {
    for (const [name, typed] of met) {
      if (typed === undefined) continue
      setValue(name, typed as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
  }, [met, setValue])
  return (name: Path<Values>, element: unknown) => {
    if (met.has(name)) return
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      met.set(name, element.value === element.defaultValue ? undefined : element.value)
    }
  }
}

/** True if a press is heard: the page is alive, and no act is under way. */
export function useIsReady($isBusy: ReadableAtom<boolean>): boolean {
  const isHydrated = useIsHydrated()
  const isBusy = useStore($isBusy)
  return isHydrated && !isBusy
}
