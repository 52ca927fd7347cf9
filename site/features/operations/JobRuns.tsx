import { getLocale } from '#messages/runtime'
import { AdminTable } from '#site/ui/admin/AdminTable.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import { languageTags } from '#worker/locale/locales.ts'
import type { JobView } from '#worker/features/operations/contract.ts'
import { jobNames, jobStateNames } from './operations-labels.ts'

type Row = JobView & { id: number }

const helper = createColumnBuilders<Row>()

const columns = [
  helper.cell('job', m.operations_job, (row) => <b>{jobNames[row.job]()}</b>),
  helper.cell('last', m.operations_job_last, (row) => <Moment at={row.started_at} />),
  helper.cell('state', m.operations_job_state, (row) => <State job={row} />),
  helper.cell('worked', m.operations_job_worked, (row) => <Moment at={row.worked_at} />),
  helper.cell('duration', m.operations_job_duration, (row) => <Duration ms={row.duration_ms} />),
]

/** When each job last ran, how that ended and how long it took. */
export function JobRuns({ jobs }: { jobs: JobView[] }) {
  const rows = jobs.map((job, index) => ({ ...job, id: index }))
  return <AdminTable caption={m.operations_jobs()} columns={columns} rows={rows} empty={null} />
}

function Moment({ at }: { at: string | null }) {
  if (at === null) return <span className="quiet">{m.operations_none_yet()}</span>
  return <LocalTime at={at} />
}

const looks: Partial<Record<JobView['state'], string>> = {
  done: 'badge-success',
  failed: 'badge-danger',
  interrupted: 'badge-danger',
}

function State({ job: { state, error } }: { job: JobView }) {
  return (
    <span className="operations-marks">
      <span className={`badge ${looks[state] ?? ''}`}>{jobStateNames[state]()}</span>
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
