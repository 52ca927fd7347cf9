import { proposalChangesKey, proposalDraftKey } from '#site/lib/storage-keys.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { toDraft, type Draft } from './draft.ts'

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Dependencies = {
  storage: DraftStorage
  blank: () => Draft
  /** Undefined: a new proposal. */
  proposal?: ProposalView | undefined
  /** Link to start from, which is another proposal than the draft. */
  link?: string
}

type StoredDraft = { key: string; draft: Partial<Draft> }

/** A new proposal has a key, by which the server knows it again when another tab sends it too. */
export function createDraftStorage({ storage, blank, proposal, link }: Dependencies) {
  const name = proposal ? proposalChangesKey(proposal.id) : proposalDraftKey
  const untouched = () => (proposal ? toDraft(proposal) : blank())

  function readStored(): StoredDraft | undefined {
    const text = attemptStorageAccess(() => storage.getItem(name)) ?? 'null'
    const value = attemptStorageAccess(() => JSON.parse(text) as StoredDraft | null)
    return value?.key && value.draft
      ? { ...value, draft: migrateModeratorNote(value.draft) }
      : undefined
  }

  const restored = () => (link ? undefined : readStored())
  let key = restored()?.key ?? crypto.randomUUID()

  /** A new key: what is typed after this is another draft. */
  function discard(): void {
    attemptStorageAccess(() => storage.removeItem(name))
    key = crypto.randomUUID()
  }

  return {
    untouched,
    key: () => key,
    initial: (): Draft => ({ ...untouched(), ...restored()?.draft }),
    isRestored: () => restored() !== undefined,
    keep: (draft: Draft) => {
      const isUntouched = JSON.stringify(draft) === JSON.stringify(untouched())
      if (isUntouched) discard()
      else attemptStorageAccess(() => storage.setItem(name, JSON.stringify({ key, draft })))
    },
    discard,
  }
}

/** A draft from before the note had a field of its own: its text was typed for moderators. */
function migrateModeratorNote(draft: Partial<Draft>): Partial<Draft> {
  const { additional_info: note, ...otherFields } = draft
  return 'moderator_note' in draft || !note ? draft : { ...otherFields, moderator_note: note }
}

/** Storage may be closed or full, and hold anything: a draft is a kindness, not a need. */
function attemptStorageAccess<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
