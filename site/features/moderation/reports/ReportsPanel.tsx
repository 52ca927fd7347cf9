import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { ListTable } from '#site/ui/admin/ListPanel.tsx'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  ReportOutcome,
  type ReportedSubjectView,
  type ReportsQuery,
} from '#worker/features/moderation/reports/contract.ts'
import { AnswerReportsDialog } from './AnswerReportsDialog.tsx'
import { $openReportCount } from './open-reports.ts'
import { createDecidedReportColumns, createOpenReportColumns } from './report-columns.tsx'
import { reportOutcomeTexts } from './report-labels.ts'
import { createReportsStore, type ReportsStore } from './reports.store.ts'

type Props = { list: AdminPage<ReportedSubjectView>; query: ReportsQuery }

export function ReportsPanel(initialList: Props) {
  const store = usePanelStore(createReportsStore, initialList)
  const list = useStore(store.$list)
  const markedIds = useStore(store.$marked)
  const { panel, focusRow } = useRowFocus()
  const { query, items, total, isLoading, failure } = list
  const isOpen = query.state === 'open'
  const [answered, setAnswered] = useState<ReportedSubjectView>()
  const decide = useCallback(
    async ({ id }: ReportedSubjectView, outcome: ReportOutcome, answer?: string) => {
      const at = store.$list.get().items.findIndex((report) => report.id === id)
      await store.decide([id], outcome, answer)
      focusRow(at)
    },
    [store, focusRow],
  )
  const columns = useMemo(() => {
    return isOpen
      ? createOpenReportColumns({
          marked: markedIds,
          onMark: store.toggle,
          onDecide: (report, outcome) => void decide(report, outcome),
          onAnswer: setAnswered,
        })
      : createDecidedReportColumns()
  }, [store, isOpen, markedIds, decide])
  useEffect(() => {
    if (isOpen && !isLoading && !failure) $openReportCount.set(total)
  }, [isOpen, isLoading, failure, total])

  return (
    <fieldset ref={panel} className="admin reports" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <LabeledSelect
          label={m.reports_state()}
          value={query.state}
          options={[
            { value: 'open', label: m.reports_filter_open() },
            { value: 'decided', label: m.reports_filter_decided() },
          ]}
          onChange={(state) => void store.load({ state })}
        />
      </div>
      <ListTable
        {...{ list, columns }}
        load={store.load}
        caption={m.admin_tab_reports()}
        failed={m.reports_load_failed()}
        empty={<p>{isOpen ? m.reports_none_open() : m.reports_none_decided()}</p>}
      >
        {isOpen && items.length > 0 && (
          <MarkedReportsBar store={store} onDecided={() => focusRow(0)} />
        )}
      </ListTable>
      {answered && (
        <AnswerReportsDialog
          report={answered}
          onDecide={({ outcome, answer }) => decide(answered, outcome, answer)}
          onClose={() => setAnswered(undefined)}
        />
      )}
    </fieldset>
  )
}

/** A decided row is gone: the focus goes on to the one that took its place. */
function useRowFocus() {
  const panel = useRef<HTMLFieldSetElement>(null)
  const [row, setRow] = useState<{ at: number }>()
  useEffect(() => {
    if (!row) return
    const rows = panel.current?.querySelectorAll('tbody tr') ?? []
    const next = rows[Math.min(row.at, rows.length - 1)]?.querySelector('button')
    ;(next ?? panel.current?.querySelector('select'))?.focus()
  }, [row])
  const [focusRow] = useState(() => (at: number) => setRow({ at }))
  return { panel, focusRow }
}

type MarkedReportsBarProps = { store: ReportsStore; onDecided: () => void }

function MarkedReportsBar({ store, onDecided }: MarkedReportsBarProps) {
  const markedIds = useStore(store.$marked)
  const { items } = useStore(store.$list)
  return (
    <div className="admin-marked" role="group" aria-label={m.reports_marked_actions()}>
      <label className="admin-mark">
        <input
          type="checkbox"
          checked={markedIds.size === items.length}
          onChange={store.toggleAll}
        />
        {m.proposals_mark_all()}
      </label>
      {markedIds.size > 0 && (
        <>
          <p className="figures" role="status">
            {m.reports_marked({ count: markedIds.size })}
          </p>
          {ReportOutcome.options.map((outcome) => (
            <Button
              label={reportOutcomeTexts[outcome].label()}
              key={outcome}
              isSmall
              onClick={() => void store.decide(markedIds, outcome).then(onDecided)}
            />
          ))}
        </>
      )}
    </div>
  )
}
