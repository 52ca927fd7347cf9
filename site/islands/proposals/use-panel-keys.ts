import { useEffect } from 'react'
import type { ActName } from './acts.ts'
import type { Proposals } from './proposals.store.ts'

const acts: Partial<Record<string, ActName>> = { a: 'approve', r: 'reject' }

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null
}

/** j and k move, a approves, r rejects; never while typing, in a dialog or with a modifier. */
export function usePanelKeys(store: Proposals, onAct: (id: number, name: ActName) => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const id = store.selected()?.id
      const act = acts[event.key]
      if (event.key === 'j') store.move(1)
      else if (event.key === 'k') store.move(-1)
      else if (act && id) onAct(id, act)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [store, onAct])
}
