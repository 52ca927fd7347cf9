import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { getLocale } from '#messages/runtime'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { formatDuration, separator } from '#site/lib/format.ts'
import { deliveryKindLabels } from '#site/features/notifications/kind-labels.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  FailedDeliveriesQuery,
  FailedDeliveryView,
  OperationsView,
  JobView,
} from '#worker/features/operations/contract.ts'
import { ChannelCard, ChannelsChart, FailuresChart, PunctualityChart } from './charts.tsx'
import { Incidents } from './Incidents.tsx'
import { Lateness } from './Lateness.tsx'
import { FailedDeliveries } from './FailedDeliveries.tsx'
import { createOperationsStore, type OperationsStore } from './operations.store.ts'
import { listPeriodOptions, jobNames, jobStateNames } from './operations-labels.ts'
import { AdminTable } from '#site/ui/admin/AdminTable.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { languageTags } from '#worker/locale/locales.ts'

type Props = {
  summary: OperationsView
  deliveries: AdminPage<FailedDeliveryView>
  query: FailedDeliveriesQuery
}

export function OperationsPanel(first: Props) {
  const store = usePanelStore(createOperationsStore, first)
  const summary = useStore(store.$summary)
  useAutoRefresh(store.refresh)
  return (
    <fieldset className="admin operations" disabled={!useIsHydrated()}>
      <OperationsToolbar store={store} summary={summary} />
      <Incidents incidents={summary.incidents} refresh={store.refresh} />
      <section className="stack" aria-labelledby="operations-overview">
        <h2 id="operations-overview">{m.operations_overview()}</h2>
        <div className="channel-cards">
          <PunctualityChart summary={summary} />
          <ChannelsChart summary={summary} />
          <FailuresChart summary={summary} />
        </div>
      </section>
      <section className="stack" aria-labelledby="operations-sending">
        <h2 id="operations-sending">{m.operations_sending()}</h2>
        <MailPause summary={summary} />
        <OldestWaitingDelivery summary={summary} />
        <p className="quiet">{m.operations_sending_text()}</p>
        <div className="channel-cards">
          {summary.channels.map((view) => (
            <ChannelCard key={view.channel} summary={summary} view={view} />
          ))}
        </div>
      </section>
      <Lateness lateness={summary.lateness} />
      <section className="stack" aria-labelledby="operations-jobs">
        <h2 id="operations-jobs">{m.operations_jobs()}</h2>
        <JobRuns jobs={summary.jobs} />
      </section>
      <section className="stack" aria-labelledby="operations-deliveries">
        <h2 id="operations-deliveries">{m.operations_deliveries()}</h2>
        <p className="quiet">{m.operations_letters_text()}</p>
        <FailedDeliveries store={store} />
      </section>
    </fieldset>
  )
}

function OperationsToolbar({
  store,
  summary,
}: {
  store: OperationsStore
  summary: OperationsView
}) {
  const hours = useStore(store.$hours)
  const isStale = useStore(store.$isStale)
  return (
    <div className="admin-toolbar">
      <LabeledSelect
        label={m.operations_period()}
        value={hours}
        options={listPeriodOptions()}
        onChange={(chosen) => void store.choosePeriod(chosen)}
      />
      <p className="operations-updated quiet">
        <LocalTime at={summary.at} within={m.operations_updated} />
      </p>
      {isStale && (
        <p className="notice notice-error" role="alert">
          {m.operations_refresh_failed()}
        </p>
      )}
    </div>
  )
}

function MailPause({ summary: { mail_pause: pause } }: { summary: OperationsView }) {
  if (!pause) return null
  return (
    <p className="notice notice-error" role="status">
      <span>
        <b>
          <LocalTime at={pause.since} within={m.operations_mail_paused} />
        </b>
        {pause.next_probe !== null && (
          <>
            {separator}
            <LocalTime at={pause.next_probe} within={m.operations_mail_probe} />
          </>
        )}
      </span>
    </p>
  )
}

function OldestWaitingDelivery({ summary: { at, oldest_waiting } }: { summary: OperationsView }) {
  const text = oldest_waiting
    ? m.operations_oldest_text({
        kind: deliveryKindLabels[oldest_waiting.kind](),
        channel: deliveryChannelNames[oldest_waiting.channel](),
        age: formatDuration(oldest_waiting.due_at, at, getLocale()),
      })
    : m.operations_oldest_none()
  return (
    <p>
      <b>{m.operations_oldest()}</b> <span className="figures">{text}</span>
    </p>
  )
}

const everyMs = 30_000

function useAutoRefresh(refresh: () => Promise<void>): void {
  useEffect(() => {
    function refreshIfSeen(): void {
      if (document.visibilityState === 'visible') void refresh()
    }
    const timer = setInterval(refreshIfSeen, everyMs)
    document.addEventListener('visibilitychange', refreshIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfSeen)
    }
  }, [refresh])
}

type JobRow = JobView & { id: number }

const helper = createColumnBuilders<JobRow>()

const columns = [
  helper.cell('job', m.operations_job, (row) => <b>{jobNames[row.job]()}</b>),
  helper.cell('last', m.operations_job_last, (row) => <TimeOrNone at={row.started_at} />),
  helper.cell('state', m.operations_job_state, (row) => <JobStateBadge job={row} />),
  helper.cell('worked', m.operations_job_worked, (row) => <TimeOrNone at={row.worked_at} />),
  helper.cell('duration', m.operations_job_duration, (row) => <Duration ms={row.duration_ms} />),
]

function JobRuns({ jobs }: { jobs: JobView[] }) {
  const rows = jobs.map((job, index) => ({ ...job, id: index }))
  return <AdminTable caption={m.operations_jobs()} columns={columns} rows={rows} empty={null} />
}

function TimeOrNone({ at }: { at: string | null }) {
  if (at === null) return <span className="quiet">{m.operations_none_yet()}</span>
  return <LocalTime at={at} />
}

const looks: Partial<Record<JobView['state'], string>> = {
  done: 'badge-success',
  failed: 'badge-danger',
  interrupted: 'badge-danger',
}

function JobStateBadge({ job: { state, is_late, error } }: { job: JobView }) {
  return (
    <span className="operations-marks">
      <span className={`badge ${is_late ? 'badge-danger' : (looks[state] ?? '')}`}>
        {is_late && state !== 'never' ? m.operations_job_late() : jobStateNames[state]()}
      </span>
      {error !== null && <code>{error}</code>}
    </span>
  )
}

/** `240 ms`, `1.2 sec` */
function Duration({ ms }: { ms: number | null }) {
  if (ms === null) return <span className="quiet">–</span>
  const [unit, value] = ms < 1000 ? ['millisecond', ms] : ['second', ms / 1000]
  const format = new Intl.NumberFormat(languageTags[getLocale()], {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  })
  return <span className="figures">{format.format(value)}</span>
}
