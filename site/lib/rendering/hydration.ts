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

/** Keeps what was typed before hydration, which a form with defaults would overwrite. */
export function usePreHydrationInput<Values extends FieldValues>({
  setValue,
}: UseFormReturn<Values>) {
  const [typedValues] = useState(() => new Map<Path<Values>, string | undefined>())
  useEffect(() => {
    for (const [name, typed] of typedValues) {
      if (typed === undefined) continue
      setValue(name, typed as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
  }, [typedValues, setValue])
  return (name: Path<Values>, element: unknown) => {
    if (typedValues.has(name)) return
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      typedValues.set(name, element.value === element.defaultValue ? undefined : element.value)
    }
  }
}

export function useIsReady($isBusy: ReadableAtom<boolean>): boolean {
  const isHydrated = useIsHydrated()
  const isBusy = useStore($isBusy)
  return isHydrated && !isBusy
}
