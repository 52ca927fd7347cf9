import { m } from '#site/lib/messages.ts'
import { createPanelRunner } from '#site/ui/admin/panel-runner.store.ts'
import { createAdminListStore, type InitialList } from '#site/ui/admin/admin-list.store.ts'
import type { PanelDependencies } from '#site/ui/admin/use-panel-store.ts'
import { createRowSelectionStore } from '#site/ui/admin/marks.store.ts'
import type {
  ReportedSubjectView,
  ReportOutcome,
  ReportsQuery,
} from '#worker/features/moderation/reports/contract.ts'
import { reportOutcomeTexts, reportedSubjectName } from './report-labels.ts'

function outcomeDoneText(outcome: ReportOutcome, decided: readonly ReportedSubjectView[]): string {
  const { done, doneMany } = reportOutcomeTexts[outcome]
  const [firstReport] = decided
  return firstReport && decided.length === 1
    ? done({ name: reportedSubjectName(firstReport) })
    : doneMany({ count: decided.length })
}

/** After a decision, whatever came of it, the list is loaded anew. */
export function createReportsStore(
  { api, onQuery, ...toaster }: PanelDependencies<ReportsQuery>,
  initialList: InitialList<ReportedSubjectView, ReportsQuery>,
) {
  const list = createAdminListStore(
    { fetchPage: (query) => api.get('admin/reports', { query }), onQuery },
    initialList,
  )
  const marks = createRowSelectionStore(list.$list)
  const { run } = createPanelRunner(toaster)

  async function load(change: Partial<ReportsQuery> = {}): Promise<void> {
    marks.clear()
    await list.load(change)
  }

  async function decide(ids: Iterable<number>, outcome: ReportOutcome, answer = ''): Promise<void> {
    const chosenIds = new Set(ids)
    const chosenReports = list.$list.get().items.filter(({ id }) => chosenIds.has(id))
    if (chosenReports.length === 0) return
    const items = chosenReports.map(({ subject, newest_id }) => ({ subject, newest_id }))
    await run(async () => {
      try {
        await api.post('admin/reports/decide', {
          body: { outcome, items, ...(answer && { answer }) },
        })
      } finally {
        await load()
      }
      return outcomeDoneText(outcome, chosenReports)
    }, m.reports_decide_failed)
  }

  return { $list: list.$list, ...marks, load, decide }
}
export type ReportsStore = ReturnType<typeof createReportsStore>
