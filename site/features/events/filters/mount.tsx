import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { SearchKind } from '#site/ui/fields/suggestions.ts'
import { NameSearch } from './NameSearch.tsx'

type NameSearchPlace = {
  host: HTMLElement
  /** The plain field that stands there, which may have been typed in meanwhile. */
  field: HTMLInputElement
  kind: SearchKind
}

export function mountNameSearch({ host, field, kind }: NameSearchPlace): void {
  const { id, value, placeholder } = field
  const hadFocus = document.activeElement === field
  const search = <NameSearch {...{ id, kind, placeholder }} initial={value} />
  flushSync(() => createRoot(host).render(search))
  if (hadFocus) document.getElementById(id)?.focus()
}
