import { useEffect } from 'react'
import type { ModerationActionName } from './actions.ts'
import type { ProposalsStore } from './proposals.store.ts'

const acts: Partial<Record<string, ModerationActionName>> = { a: 'approve', r: 'reject', e: 'edit' }

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), select, textarea, dialog') !== null
  )
}

type Keys = {
  store: ProposalsStore
  onAct: (id: number, name: ModerationActionName) => void
  /** Takes the last act back. */
  onUndo: () => void
}

/**
 * j and k move, a approves, r rejects, e edits, x marks, u undoes; never while typing, in a dialog
 * or with a modifier.
 */
export function usePanelKeys({ store, onAct, onUndo }: Keys): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const id = store.$selectedId.get()
      const act = acts[event.key]
      if (event.key === 'j') store.move(1)
      else if (event.key === 'k') store.move(-1)
      else if (event.key === 'u') onUndo()
      else if (event.key === 'x' && id) store.toggle(id)
      else if (act && id) onAct(id, act)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [store, onAct, onUndo])
}
