import { useEffect, useRef } from 'react'
import { focusSoon } from './autofocus.ts'

/** For the element around the fields: a form as a rule. */
export function useAutofocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null)
  useEffect(() => {
    if (place.current) return focusSoon(place.current)
    return undefined
  }, [])
  return place
}
