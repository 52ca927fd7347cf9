import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { CancelDialog } from '#site/islands/proposals/CancelDialog.tsx'
import { openWizard } from '#site/islands/propose/open-wizard.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalView } from '#worker/features/proposals/contract.ts'
import { createMyProposals, periods, type Period } from './my-proposals.store.ts'
import { MyProposal } from './MyProposal.tsx'

const periodNames: Record<Period, () => string> = {
  upcoming: m.period_upcoming,
  past: m.period_past,
  all: m.period_all,
}

type Props = { first: ProposalView[]; period: Period }

export function MyProposals({ first, period }: Props) {
  const [store] = useState(() => createMyProposals(api, period, first))
  const list = useStore(store.$list)
  const [cancelledId, setCancelledId] = useState<number>()
  const cancelled = list.items.find(({ id }) => id === cancelledId)

  async function edit(proposal: ProposalView): Promise<void> {
    const sent = await openWizard(proposal)
    if (sent) store.replace(sent)
  }

  return (
    <div className="stack">
      <div className="tabs profile-tabs" role="group" aria-label={m.my_proposals_title()}>
        {periods.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === list.period}
            onClick={() => void store.load(one)}
          >
            {periodNames[one]()}
          </button>
        ))}
      </div>
      <div aria-live="polite" aria-busy={list.isLoading}>
        {list.failure ? (
          <div className="notice notice-error">
            <p>{list.failure}</p>
            <button
              type="button"
              className="button button-small"
              onClick={() => void store.load(list.period)}
            >
              {m.try_again()}
            </button>
          </div>
        ) : list.items.length === 0 && !list.isLoading ? (
          <div className="empty">
            <p>{list.period === 'past' ? m.my_proposals_none_past() : m.my_proposals_none()}</p>
            <button type="button" className="button" data-propose>
              {m.nav_propose()}
            </button>
          </div>
        ) : (
          <ul className="proposals-mine">
            {list.items.map((one) => (
              <MyProposal
                key={one.id}
                proposal={one}
                onEdit={() => void edit(one)}
                onCancel={() => setCancelledId(one.id)}
              />
            ))}
          </ul>
        )}
      </div>
      {cancelled && (
        <CancelDialog
          event={cancelled}
          onClose={() => setCancelledId(undefined)}
          onCancel={async (input) => {
            await store.cancel(cancelled.id, input)
            setCancelledId(undefined)
          }}
        />
      )}
    </div>
  )
}
