import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { listAllowedModerationActions, type ModerationActionName } from './actions.ts'
import { actionNames } from './labels.ts'
import type { ProposalsStore } from './proposals.store.ts'

const bulkActs: ModerationActionName[] = [
  'approve',
  'review',
  'reject',
  'cancel_approval',
  'reset',
  'disable',
  'enable',
]

type Props = {
  store: ProposalsStore
  onAct: (name: ModerationActionName) => void
  onHelp: () => void
}

/** An act skips those it is not for. */
export function BulkActionBar({ store, onAct, onHelp }: Props) {
  const markedIds = useStore(store.$marked)
  const { items } = useStore(store.$list)
  if (items.length === 0) return null
  const chosenProposals = items.filter(({ id }) => markedIds.has(id))
  const possible = new Set(
    chosenProposals.flatMap((proposal) => listAllowedModerationActions(proposal, Date.now())),
  )
  return (
    <div
      className="admin-marked proposals-marked"
      role="group"
      aria-label={m.proposals_marked_actions()}
    >
      <label className="admin-mark">
        <input
          type="checkbox"
          checked={chosenProposals.length === items.length}
          onChange={store.toggleAll}
        />
        {m.proposals_mark_all()}
      </label>
      {chosenProposals.length > 0 && (
        <>
          <p className="figures" role="status">
            {m.proposals_marked({ count: chosenProposals.length })}
          </p>
          {bulkActs
            .filter((name) => possible.has(name))
            .map((name) => (
              <Button label={actionNames[name]()} key={name} isSmall onClick={() => onAct(name)} />
            ))}
        </>
      )}
      <Button
        look="quiet"
        isSmall
        className="proposals-help"
        aria-keyshortcuts="?"
        onClick={onHelp}
      >
        {m.proposals_keys()} <kbd aria-hidden="true">?</kbd>
      </Button>
    </div>
  )
}
