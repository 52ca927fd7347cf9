import type { ProposalView } from '#worker/features/events/contract.ts'
import { draftOf, type Draft } from './draft.ts'

const key = 'proposal_draft'

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Surroundings = {
  storage: DraftStorage
  blank: () => Draft
  /** The proposal being edited; a new one without. */
  proposal?: ProposalView | undefined
}

/** An edit is kept by the server, a new proposal by the browser until it is sent. */
export function createKeptDraft({ storage, blank, proposal }: Surroundings) {
  function stored(): Partial<Draft> | undefined {
    if (proposal) return undefined
    return attempt(() => JSON.parse(storage.getItem(key) ?? 'null') ?? undefined)
  }

  function discard(): void {
    attempt(() => storage.removeItem(key))
  }

  return {
    initial: (): Draft => (proposal ? draftOf(proposal) : { ...blank(), ...stored() }),
    isRestored: () => stored() !== undefined,
    keep: (draft: Draft) => {
      if (proposal) return
      const isBlank = JSON.stringify(draft) === JSON.stringify(blank())
      if (isBlank) discard()
      else attempt(() => storage.setItem(key, JSON.stringify(draft)))
    },
    discard,
  }
}

/** Storage may be closed or full, and what it holds may be anything: a draft is a kindness, not a need. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
