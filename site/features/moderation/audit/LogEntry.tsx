import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import type { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import { auditChangeText, auditSubjectPath, auditReasonText } from './details.ts'
import { auditSubjectTitle, buildAuditSentence, type SentencePart } from './sentences.ts'

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
          {buildAuditSentence(entry).map((sentencePart, index) => (
            <SentencePiece key={index} part={sentencePart} entry={entry} />
          ))}
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

function SentencePiece({ part, entry }: { part: SentencePart; entry: AuditEntryView }) {
  if (part.is === 'text') return part.text
  if (part.is === 'who') return <b>{part.text}</b>
  const path = auditSubjectPath(entry, getLocale())
  return path ? <a href={path}>{part.text}</a> : <b>{part.text}</b>
}
