import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { statusName } from '#site/islands/forms/labels.ts'
import { useIsHydrated } from '#site/islands/forms/use-checked-form.ts'
import { sayError } from '#site/islands/forms/say.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contract.ts'
import type { ProposalView } from '#worker/features/events/contract.ts'
import { actsOn, type ActName } from './acts.ts'
import { defaultDelay } from './labels.ts'
import { Pager } from './Pager.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import {
  createProposals,
  type PanelQuery,
  type PanelView,
  type StatusFilter,
} from './proposals.store.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { Toolbar } from './Toolbar.tsx'
import { usePanelKeys } from './use-panel-keys.ts'

const pollMs = 5000

function showQuery(query: PanelQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}

function sayRefusal(text: string, { name, status }: ProposalView): void {
  sayError(m.proposals_refused({ name, text, status: statusName(status) }))
}

type Props = { status: StatusFilter; list: AdminPage<ProposalView> }

export function ProposalsPanel(first: Props) {
  const [store] = useState(() =>
    createProposals({ api, now: Date.now, onQuery: showQuery, onRefusal: sayRefusal }, first),
  )
  const panel = useStore(store.$panel)
  const isHydrated = useIsHydrated()
  const [delay, setDelay] = useState(defaultDelay)
  const [rejectedId, setRejectedId] = useState<number>()
  const rejected = panel.items.find(({ id }) => id === rejectedId)
  const run = useCallback(
    (id: number, name: ActName) => {
      const proposal = store.find(id)
      if (!proposal || !actsOn(proposal).includes(name)) return
      if (name === 'reject') setRejectedId(id)
      else if (name === 'approve') void store.act(id, { name, delay_seconds: delay })
      else void store.act(id, { name })
    },
    [store, delay],
  )
  usePanelKeys(store, run)
  useEffect(() => {
    const timer = setInterval(() => void store.refreshDue(), pollMs)
    return () => clearInterval(timer)
  }, [store])

  return (
    // What is clicked before the script is there would be lost: nothing can be.
    <fieldset className="proposals" disabled={!isHydrated}>
      <Toolbar
        panel={panel}
        delay={delay}
        onDelay={setDelay}
        onQuery={(query) => void store.load(query)}
      />
      <PanelState panel={panel} onRetry={() => void store.load({})} />
      <ol className="proposals-list" aria-busy={panel.isLoading}>
        {panel.items.map((one) => (
          <ProposalCard
            key={one.id}
            proposal={one}
            isSelected={one.id === panel.selectedId}
            onSelect={() => store.select(one.id)}
            onAct={(name) => run(one.id, name)}
          />
        ))}
      </ol>
      <Pager panel={panel} onQuery={(query) => void store.load(query)} />
      {rejected && (
        <RejectDialog
          proposal={rejected}
          onClose={() => setRejectedId(undefined)}
          onReject={(input) => {
            setRejectedId(undefined)
            void store.act(rejected.id, { name: 'reject', input })
          }}
        />
      )}
    </fieldset>
  )
}

type PanelStateProps = { panel: PanelView; onRetry: () => void }

/** What stands in place of the list, or is heard of it. */
function PanelState({ panel, onRetry }: PanelStateProps) {
  const { failure, isLoading, items, status, total } = panel
  return (
    <>
      <p className="visually-hidden" role="status">
        {isLoading ? m.loading() : m.proposals_count({ count: total })}
      </p>
      {failure && (
        <div className="notice notice-error" role="alert">
          <p>{failure}</p>
          <button type="button" className="button button-small" onClick={onRetry}>
            {m.try_again()}
          </button>
        </div>
      )}
      {items.length === 0 && !failure && !isLoading && (
        <div className="empty">
          <p>{status === 'pending' ? m.proposals_none_pending() : m.proposals_none()}</p>
        </div>
      )}
    </>
  )
}
