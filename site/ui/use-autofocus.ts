import { useEffect, useRef } from 'react'
import { focusSoon } from './autofocus.ts'

/** A ref for the element around the fields, usually a form. */
export function useAutofocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null)
  useEffect(() => {
    if (place.current) return focusSoon(place.current)
    return undefined
  }, [])
  return place
}
