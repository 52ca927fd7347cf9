import { useEffect, useRef } from 'react'
import { focusFirstTextField } from './autofocus.ts'

/** A ref for the element around the fields, usually a form. */
export function useAutofocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null)
  useEffect(() => {
    if (place.current) return focusFirstTextField(place.current)
    return undefined
  }, [])
  return place
}
