import { useEffect, useRef } from 'react'
import type { createMyProposals } from './my-proposals.store.ts'

function linkedId(): string | undefined {
  return /^#(proposal-\d+)$/.exec(location.hash)?.[1]
}

/** Brings up the proposal that the address names, which may be of another period than the one shown. */
export function useLinkedProposal(
  { $list, load }: ReturnType<typeof createMyProposals>,
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
    // The browser looked for it before it was there.
    location.replace(`#${id}`)
  }, [isLoading])
}
