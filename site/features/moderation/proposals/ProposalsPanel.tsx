import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { ListFoot } from '#site/ui/admin/ListFoot.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { openWizard } from '#site/features/moderation/propose/open-wizard.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalsPage, ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { listAllowedModerationActions, takenBack, type ModerationActionName } from './actions.ts'
import { defaultApprovalDelaySeconds } from './labels.ts'
import { BulkActionBar } from './BulkActionBar.tsx'
import { KeyboardShortcutsDialog } from './KeysDialog.tsx'
import { ProposalDetail } from './ProposalDetail.tsx'
import { ProposalRow } from './ProposalRow.tsx'
import { ModeratorCancelDialog, TakeDownDialog, type TakenDownAct } from './TakeDownDialog.tsx'
import { $pendingProposalCount } from './waiting-count.ts'
import {
  createProposalsStore,
  type ProposalsPanelQuery,
  type ProposalsStore,
} from './proposals.store.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { showActionDoneToast, showConflictToast, writePanelQueryToUrl } from './action-toasts.ts'
import { Toolbar } from './Toolbar.tsx'
import { usePanelShortcuts } from './use-panel-keys.ts'

const pollMs = 5000

type Props = { query: ProposalsPanelQuery; list: ProposalsPage }
type OpenDialog =
  | { act: 'reject' | 'cancel' | 'edit' | TakenDownAct; id: number }
  | { act: 'reject' | TakenDownAct; id: 'marked' }

export function ProposalsPanel(initialPage: Props) {
  const { store, undo } = useProposals(initialPage)
  const list = useStore(store.$list)
  const counts = useStore(store.$counts)
  const selectedId = useStore(store.$selectedId)
  const focusedId = useStore(store.$focusedId)
  const markedIds = useStore(store.$marked)
  const isHydrated = useIsHydrated()
  const [delay, setDelay] = useState(defaultApprovalDelaySeconds)
  const [openDialog, setAsked] = useState<OpenDialog>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useEffect(() => $pendingProposalCount.set(counts.pending), [counts.pending])
  const run = useCallback(
    (id: number, name: ModerationActionName) => {
      const proposal = store.find(id)
      if (!proposal || !listAllowedModerationActions(proposal, Date.now()).includes(name)) return
      if (name === 'edit' && proposal.status !== 'approved') void editProposal(store, proposal)
      else if (name === 'reset' && proposal.status !== 'approved') void store.act(id, takenBack)
      else if (isAsked(name)) setAsked({ act: name, id })
      else if (name === 'approve') void store.act(id, { name, delay_seconds: delay })
      else void store.act(id, { name })
    },
    [store, delay],
  )
  function runMarked(name: ModerationActionName): void {
    if (name === 'reject' || name === 'disable' || name === 'reset')
      setAsked({ act: name, id: 'marked' })
    else if (name === 'approve') void store.actOnMarked({ name, delay_seconds: delay })
    else if (name !== 'edit' && name !== 'cancel') void store.actOnMarked({ name })
  }
  const openHelp = useCallback(() => setHelpOpen(true), [])
  usePanelShortcuts({ store, onAct: run, onUndo: undo, onHelp: openHelp })

  return (
    // Clicks before the script is there would be lost.
    <fieldset className="admin proposals" disabled={!isHydrated}>
      <Toolbar
        query={list.query}
        counts={counts}
        delay={delay}
        onDelay={setDelay}
        onQuery={(query) => void store.load(query)}
      />
      <TryAgain text={list.failure} onRetry={() => void store.load()} />
      <BulkActionBar store={store} onAct={runMarked} onHelp={openHelp} />
      {list.items.length === 0 && !list.failure && !list.isLoading && (
        <div className="empty">
          <p>{emptyText(list.query)}</p>
        </div>
      )}
      <ol className="proposals-list" aria-busy={list.isLoading}>
        {list.items.map((proposal) => (
          <li key={proposal.id} className="proposal">
            <ProposalRow
              proposal={proposal}
              isSelected={proposal.id === selectedId}
              isFocused={proposal.id === focusedId}
              isMarked={markedIds.has(proposal.id)}
              onSelect={store.select}
              onMark={store.toggle}
            />
            {proposal.id === selectedId && <ProposalDetail proposal={proposal} onAct={run} />}
          </li>
        ))}
      </ol>
      <ListFoot list={list} onQuery={(query) => void store.load(query)} />
      <ProposalActionDialog store={store} asked={openDialog} onClose={() => setAsked(undefined)} />
      {isHelpOpen && <KeyboardShortcutsDialog onClose={() => setHelpOpen(false)} />}
    </fieldset>
  )
}

function isAsked(name: ModerationActionName): name is Extract<OpenDialog, { id: number }>['act'] {
  return ['reject', 'cancel', 'edit', 'disable', 'reset'].includes(name)
}

function emptyText({ status, q }: ProposalsPanelQuery): string {
  if (q) return m.no_results()
  return status === 'pending' ? m.proposals_none_pending() : m.proposals_none()
}

async function editProposal(store: ProposalsStore, proposal: ProposalView): Promise<void> {
  const edited = await openWizard(proposal, { isModerating: true })
  if (edited) store.replace(edited)
}

/** Nothing on the agenda is edited. */
async function resetAndEdit(store: ProposalsStore, id: number): Promise<void> {
  await store.act(id, takenBack)
  const proposal = store.find(id)
  if (proposal?.status === 'pending') void editProposal(store, proposal)
}

function useProposals({ query, list }: Props) {
  /** By proposal, the latest act last. */
  const undos = useRef(new Map<number, () => void>())
  const undoOf = useCallback((id: number | undefined) => {
    if (id === undefined) return
    const undo = undos.current.get(id)
    undos.current.delete(id)
    undo?.()
  }, [])
  const [store] = useState(() =>
    createProposalsStore(
      {
        api,
        now: Date.now,
        onQuery: writePanelQueryToUrl,
        onRefusal: showConflictToast,
        onDone: (proposal, action, undo) => {
          undos.current.delete(proposal.id)
          if (undo) undos.current.set(proposal.id, undo)
          showActionDoneToast(proposal, action, undo && (() => undoOf(proposal.id)))
        },
      },
      { list, query },
    ),
  )
  const undoLast = useCallback(() => undoOf([...undos.current.keys()].at(-1)), [undoOf])
  useEffect(() => {
    const timer = setInterval(() => void store.refreshDue(), pollMs)
    return () => clearInterval(timer)
  }, [store])
  return { store, undo: undoLast }
}

type ProposalActionDialogProps = {
  store: ProposalsStore
  asked: OpenDialog | undefined
  onClose: () => void
}

function ProposalActionDialog({ store, asked, onClose }: ProposalActionDialogProps) {
  if (!asked) return null
  const { id } = asked
  if (asked.act === 'disable' || asked.act === 'reset') {
    return <TakeDownDialog {...{ store, id, onClose }} act={asked.act} />
  }
  if (id === 'marked') {
    return (
      <RejectDialog
        title={m.proposals_reject_marked_title({ count: store.$marked.get().size })}
        onClose={onClose}
        onReject={(input) => {
          onClose()
          void store.actOnMarked({ name: 'reject', input })
        }}
      />
    )
  }
  const proposal = store.find(id)
  if (!proposal) return null
  if (asked.act === 'edit') {
    return (
      <IrreversibleActionDialog
        title={m.admin_edit_one({ name: proposal.name })}
        act={m.proposals_reset_and_edit()}
        onConfirm={() => resetAndEdit(store, id)}
        onClose={onClose}
      >
        <p>{m.proposals_reset_and_edit_text()}</p>
      </IrreversibleActionDialog>
    )
  }
  if (asked.act === 'cancel') {
    return (
      <ModeratorCancelDialog
        event={proposal}
        onClose={onClose}
        onCancel={(input) => {
          onClose()
          void store.act(id, { name: 'cancel', input })
        }}
      />
    )
  }
  return (
    <RejectDialog
      title={m.proposals_reject_title({ name: proposal.name })}
      proposal={proposal}
      onClose={onClose}
      onReject={(input) => {
        onClose()
        void store.act(id, { name: 'reject', input })
      }}
    />
  )
}
