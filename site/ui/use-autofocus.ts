import { useEffect, useRef } from 'react'
import { focusFirstTextField } from './autofocus.ts'

export function useAutofocus<Place extends HTMLElement>() {
  const container = useRef<Place>(null)
  useEffect(() => {
    if (container.current) return focusFirstTextField(container.current)
    return undefined
  }, [])
  return container
}
