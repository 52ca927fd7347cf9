import { useEffect, useRef } from 'react'
import type { createMyProposalsStore } from './my-proposals.store.ts'

function linkedId(): string | undefined {
  return /^#(proposal-\d+)$/.exec(location.hash)?.[1]
}

/** Scrolls to the proposal in the address; one of another period is loaded first. */
export function useLinkedProposal(
  { $list, load }: ReturnType<typeof createMyProposalsStore>,
  isLoading: boolean,
): void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    function show(): void {
      const id = linkedId()
      if (!id || document.getElementById(id) || $list.get().period === 'all') return
      wanted.current = id
      void load('all')
    }
    show()
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [$list, load])
  useEffect(() => {
    const id = wanted.current
    if (isLoading || !id || !document.getElementById(id)) return
    wanted.current = undefined
    // It was not in the page yet when the browser looked for the anchor.
    location.replace(`#${id}`)
  }, [isLoading])
}
