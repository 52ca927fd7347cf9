import { useEffect } from 'react'
import type { ModerationActionName } from './actions.ts'
import type { ProposalsStore } from './proposals.store.ts'

const actionsByKey: Record<string, ModerationActionName> = {
  a: 'approve',
  v: 'review',
  r: 'reject',
  e: 'edit',
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), select, textarea, dialog') !== null
  )
}

type PanelKeyHandlers = {
  store: ProposalsStore
  onAct: (id: number, name: ModerationActionName) => void
  onUndo: () => void
  onHelp: () => void
}

/** Never while typing, in a dialog or with a modifier. */
export function usePanelShortcuts({ store, onAct, onUndo, onHelp }: PanelKeyHandlers): void {
  useEffect(() => {
    const runs: Partial<Record<string, (id: number | undefined) => void>> = {
      j: () => store.move(1),
      k: () => store.move(-1),
      u: onUndo,
      '?': onHelp,
      x: (id) => id && store.toggle(id),
    }
    for (const [key, action] of Object.entries(actionsByKey))
      runs[key] = (id) => id && onAct(id, action)
    function onKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const run = runs[event.key]
      if (!run) return
      run(store.$selectedId.get())
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [store, onAct, onUndo, onHelp])
}
