import { useStore } from '@nanostores/react'
import { m } from '#site/lib/messages.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import type { OwnReportsView } from '#worker/features/moderation/reports/contract.ts'
import { $ownReports } from '#site/features/accounts/profile/own-reports.ts'
import { subjectKindName } from './report-labels.ts'
import { reportReasonNames } from './report-reasons.ts'

const states = { dismissed: m.own_report_dismissed, acted: m.own_report_acted }

export function OwnReports(first: OwnReportsView) {
  const { items } = useStore($ownReports) ?? first
  if (items.length === 0) return <p className="quiet">{m.own_reports_none()}</p>
  return (
    <ul className="profile-list">
      {items.map(({ id, subject, name, reason, created_at, outcome, answer }) => (
        <li key={id}>
          <p className="profile-list-what">
            <b>
              {subject.type === 'own_data'
                ? m.my_data_object()
                : (name ?? subjectKindName(subject))}
            </b>
            <span className="quiet">
              {subject.type !== 'own_data' && `${subjectKindName(subject)} · `}
              {reportReasonNames[reason]()} · <LocalTime at={created_at} />
            </span>
            <span>{outcome ? states[outcome]() : m.own_report_received()}</span>
            {answer && <span className="quiet">{answer}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}
