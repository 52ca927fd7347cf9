import { useStore } from '@nanostores/react'
import { useState, useEffect, useRef } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { TryAgain } from '#site/ui/Failure.tsx'
import { CancelDialog } from '#site/features/moderation/proposals/CancelDialog.tsx'
import { openWizard } from '#site/features/moderation/propose/open-wizard.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import {
  createMyProposalsStore,
  proposalPeriods,
  type ProposalPeriod,
} from './my-proposals.store.ts'
import { MyProposal } from './MyProposal.tsx'
import { ProposeShortcut } from './ProposeShortcut.tsx'
import { openOwnChangeDialog } from './open-own-change.ts'
import { PeriodTabs } from '#site/ui/PeriodTabs.tsx'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'

const periodNames: Record<ProposalPeriod, () => string> = {
  upcoming: m.period_upcoming,
  past: m.period_past,
  all: m.period_all,
}

const shownFirst = 20

type OpenDialog = 'withdrawal' | 'cancellation'

type Props = { first: ProposalView[]; period: ProposalPeriod }

export function MyProposals({ first, period }: Props) {
  const [store] = useState(() => createMyProposalsStore(api, period, first))
  const list = useStore(store.$list)
  const [shownCount, setShownCount] = useState(shownFirst)
  useLinkedProposal(store, list.isLoading, () => setShownCount(Infinity))
  const [openDialog, setAsked] = useState<{ about: OpenDialog; id: number }>()

  async function edit(proposal: ProposalView): Promise<void> {
    const sent = await openWizard(proposal)
    if (sent) store.replace(sent)
  }

  async function change(event: ProposalView): Promise<void> {
    const changed = await openOwnChangeDialog(event)
    if (!changed) return
    store.replace(changed)
    showSuccess(m.own_change_saved())
  }

  return (
    <div className="stack">
      <PeriodTabs
        label={m.my_proposals_title()}
        periods={proposalPeriods}
        names={periodNames}
        chosen={list.period}
        onChoose={(period) => void store.load(period)}
      />
      <div aria-live="polite" aria-busy={list.isLoading}>
        {list.failure ? (
          <TryAgain text={list.failure} onRetry={() => void store.load(list.period)} />
        ) : list.items.length === 0 && !list.isLoading ? (
          <div className="empty">
            <p>{list.period === 'past' ? m.my_proposals_none_past() : m.my_proposals_none()}</p>
            <Button label={m.nav_propose()} data-propose />
          </div>
        ) : (
          <ul className="proposals-mine">
            {list.items.slice(0, shownCount).map((proposal) => (
              <MyProposal
                key={proposal.id}
                proposal={proposal}
                onEdit={() => void edit(proposal)}
                onChange={() => void change(proposal)}
                onCancel={() => setAsked({ about: 'cancellation', id: proposal.id })}
                onWithdraw={() => setAsked({ about: 'withdrawal', id: proposal.id })}
              />
            ))}
          </ul>
        )}
      </div>
      {list.items.length > shownCount && (
        <div className="row">
          <Button label={m.my_proposals_more()} onClick={() => setShownCount(Infinity)} />
        </div>
      )}
      <ProposeShortcut />
      <ProposalDialogs store={store} asked={openDialog} onClose={() => setAsked(undefined)} />
    </div>
  )
}

type ProposalDialogsProps = {
  store: ReturnType<typeof createMyProposalsStore>
  asked: { about: OpenDialog; id: number } | undefined
  onClose: () => void
}

function ProposalDialogs({ store, asked, onClose }: ProposalDialogsProps) {
  const { items } = useStore(store.$list)
  const isAskedAbout = (about: OpenDialog) => (proposal: ProposalView) =>
    asked?.about === about && asked.id === proposal.id
  const withdrawn = items.find(isAskedAbout('withdrawal'))
  const cancelled = items.find(isAskedAbout('cancellation'))
  return (
    <>
      {withdrawn && (
        <IrreversibleActionDialog
          title={m.withdraw_proposal_title({ name: withdrawn.name })}
          act={m.withdraw_proposal()}
          keepLabel={m.withdraw_proposal_keep()}
          onConfirm={() => store.withdraw(withdrawn.id)}
          onClose={onClose}
        >
          <p>{m.withdraw_proposal_text()}</p>
        </IrreversibleActionDialog>
      )}
      {cancelled && (
        <CancelDialog
          event={cancelled}
          onClose={onClose}
          onCancel={async (input) => {
            await store.cancel(cancelled.id, input)
            onClose()
          }}
        />
      )}
    </>
  )
}

function readLinkedId(): string | undefined {
  return /^#(proposal-\d+)$/.exec(location.hash)?.[1]
}

/** Scrolls to the proposal in the address; one of another period is loaded first. */
function useLinkedProposal(
  { $list, load }: ReturnType<typeof createMyProposalsStore>,
  isLoading: boolean,
  onLinked: () => void,
): void {
  const wantedId = useRef<string>(undefined)
  const onLinkedRef = useRef(onLinked)
  useEffect(() => {
    function show(): void {
      const id = readLinkedId()
      if (!id || document.getElementById(id)) return
      onLinkedRef.current()
      if ($list.get().period === 'all') return
      wantedId.current = id
      void load('all')
    }
    show()
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [$list, load])
  useEffect(() => {
    const id = wantedId.current
    if (isLoading || !id || !document.getElementById(id)) return
    wantedId.current = undefined
    // It was not in the page yet when the browser looked for the anchor.
    location.replace(`#${id}`)
  }, [isLoading])
}
