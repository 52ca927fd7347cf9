import { Button } from '#site/ui/Button.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import type { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import { AuditSentence } from './AuditSentence.tsx'
import { auditChangeText, auditReasonText } from './details.ts'
import { auditSubjectTitle } from './sentences.ts'

type Props = {
  entry: AuditEntryView
  /** Shows the actions on this subject alone. */
  onOnly: (subject: AuditEntryView['subject']) => void
}

export function LogEntry({ entry, onOnly }: Props) {
  const change = auditChangeText(entry)
  const reason = auditReasonText(entry)
  return (
    <li className="log-entry">
      <p className="log-when figures">
        <LocalTime at={entry.at} as="full" />
      </p>
      <div className="log-what">
        <p>
          <AuditSentence entry={entry} />
        </p>
        {change && <p className="quiet quiet-small">{change}</p>}
        {reason && <p className="log-reason">{m.audit_reason({ reason })}</p>}
      </div>
      <Button
        label={m.audit_history()}
        look="quiet"
        isSmall
        aria-label={m.audit_only({ name: auditSubjectTitle(entry) })}
        onClick={() => onOnly(entry.subject)}
      />
    </li>
  )
}
