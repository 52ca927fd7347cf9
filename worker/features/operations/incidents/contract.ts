import * as v from 'valibot'
import { IncidentId } from '#worker/contracts/ids.ts'
import { schemaPerLocale } from '#worker/contracts/locale.ts'
import { singleLineText } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'

/** Alerts of which everybody is told; all others are for operators alone. */
export const IncidentKind = v.picklist([
  'backlog',
  'deliveries_failing',
  'reminders_late',
  'job_late:minute',
  'server_errors',
])
export type IncidentKind = v.InferOutput<typeof IncidentKind>

export const maxIncidentNote = 300

/** A sentence of an operator for readers of each language; empty: none. */
export const IncidentNote = v.object(schemaPerLocale(singleLineText(0, maxIncidentNote)))
export type IncidentNote = v.InferOutput<typeof IncidentNote>

export const IncidentView = v.object({
  id: IncidentId,
  kind: IncidentKind,
  opened_at: Instant,
  /** Null while it lasts. */
  closed_at: v.nullable(Instant),
  note: v.nullable(IncidentNote),
})
export type IncidentView = v.InferOutput<typeof IncidentView>
