import { m } from '#site/lib/messages.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText, zoneName } from '#site/lib/time/time-text.ts'
import { readEnd, readStart, type Draft } from './draft.ts'

export function DraftTimes({ draft }: { draft: Draft }) {
  const start = readStart(draft)
  const end = readEnd(draft)
  if (!('at' in start)) return m.propose_step_when()
  const zoned = { ...currentTimeContext(), timeZone: draft.timezone }
  const form = draft.time_certainty === 'exact' ? 'when' : 'date'
  return (
    <>
      <span>
        {timeText(form, start.at, zoned)}
        {form === 'when' && 'at' in end && ` → ${timeText('end', end.at, zoned, start.at)}`}
      </span>{' '}
      <span className="quiet">{zoneName(zoned)}</span>
    </>
  )
}
