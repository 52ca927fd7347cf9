import type { ProposalView } from '#worker/features/events/contract.ts'
import { draftOf, type Draft } from './draft.ts'

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Surroundings = {
  storage: DraftStorage
  blank: () => Draft
  /** The proposal being edited; a new one without. */
  proposal?: ProposalView | undefined
}

/** What the browser keeps of a proposal, or of changes to one, until they are sent. */
export function createKeptDraft({ storage, blank, proposal }: Surroundings) {
  const key = proposal ? `proposal_draft ${proposal.id}` : 'proposal_draft'
  const untouched = () => (proposal ? draftOf(proposal) : blank())

  function stored(): Partial<Draft> | undefined {
    return attempt(() => JSON.parse(storage.getItem(key) ?? 'null') ?? undefined)
  }

  function discard(): void {
    attempt(() => storage.removeItem(key))
  }

  return {
    untouched,
    initial: (): Draft => ({ ...untouched(), ...stored() }),
    isRestored: () => stored() !== undefined,
    keep: (draft: Draft) => {
      const isUntouched = JSON.stringify(draft) === JSON.stringify(untouched())
      if (isUntouched) discard()
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
