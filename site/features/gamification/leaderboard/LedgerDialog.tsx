import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { AdminTable } from '#site/ui/admin/AdminTable.tsx'
import { createAdminListStore } from '#site/ui/admin/admin-list.store.ts'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { ListFoot } from '#site/ui/admin/ListFoot.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { api } from '#site/lib/api.ts'
import { formatSignedCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type {
  LedgerEntry,
  LedgerQuery,
  RankedMember,
} from '#worker/features/gamification/leaderboard/contract.ts'
import { ledgerActionText, ledgerSubjectText } from './ranking-labels.ts'

const helper = createColumnBuilders<LedgerEntry>()

function createLedgerColumns() {
  return [
    helper.time('at', m.ranking_ledger_at, ({ at }) => at),
    helper.cell('action', m.ranking_ledger_action, (row) => <LedgerFact entry={row} />),
    helper.cell('points', m.ranking_points, (row) => (
      <b className="figures">{formatSignedCount(row.points, getLocale())}</b>
    )),
  ]
}

function LedgerFact({ entry }: { entry: LedgerEntry }) {
  const { subject, reason } = entry
  return (
    <span className="ranking-fact">
      {ledgerActionText(entry)}
      {subject && <span className="quiet">{ledgerSubjectText(subject)}</span>}
      {reason && <span className="quiet">{m.audit_reason({ reason })}</span>}
    </span>
  )
}

type Props = { member: RankedMember; onClose: () => void }

export function LedgerDialog({ member: { id, username: name }, onClose }: Props) {
  const [store] = useState(() =>
    createAdminListStore<LedgerEntry, LedgerQuery>(
      {
        fetchPage: (query) => api.get('admin/leaderboard/:id/entries', { params: { id }, query }),
        onQuery: () => undefined,
      },
      {
        list: { items: [], page: 1, per_page: 10, total: 0 },
        query: { page: 1, per_page: 10 },
      },
    ),
  )
  const columns = useMemo(() => createLedgerColumns(), [])
  const list = useStore(store.$list)
  const { items, isLoading, failure } = list
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    void store.load()
    setIsAsked(true)
  }, [store])
  const isFirst = items.length === 0 && (isLoading || !isAsked)

  return (
    <Dialog title={m.ranking_ledger_of({ name })} className="members-dialog" onClose={onClose}>
      <div className="stack">
        <TryAgain
          text={failure && `${m.ranking_ledger_failed()} ${failure}`}
          onRetry={() => void store.load()}
        />
        {isFirst && <div className="skeleton members-skeleton" />}
        {!failure && !isFirst && (
          <AdminTable
            caption={m.ranking_ledger_of({ name })}
            columns={columns}
            rows={items}
            isLoading={isLoading}
            empty={<p>{m.ranking_ledger_empty()}</p>}
          />
        )}
        {!isFirst && <ListFoot list={list} onQuery={(change) => void store.load(change)} />}
      </div>
    </Dialog>
  )
}
