import { getLocale } from '#messages/runtime'
import type { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import { auditSubjectPath } from './details.ts'
import { buildAuditSentence, type SentencePart } from './sentences.ts'

export function AuditSentence({ entry }: { entry: AuditEntryView }) {
  return buildAuditSentence(entry).map((sentencePart, index) => (
    <SentencePiece key={index} part={sentencePart} entry={entry} />
  ))
}

function SentencePiece({ part, entry }: { part: SentencePart; entry: AuditEntryView }) {
  if (part.is === 'text') return part.text
  if (part.is === 'who') return <b>{part.text}</b>
  const path = auditSubjectPath(entry, getLocale())
  return path ? <a href={path}>{part.text}</a> : <b>{part.text}</b>
}
