import { useFormContext } from 'react-hook-form'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { m } from '#site/lib/messages.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import {
  minWeeklyDates,
  maxWeeklyDates,
} from '#worker/features/moderation/proposals/weekly/contract.ts'
import { readWeeklyDates, type Draft } from './draft.ts'
import { useDraftField } from './use-draft-field.ts'

const counts = Array.from({ length: maxWeeklyDates - minWeeklyDates + 1 }, (_, index) =>
  String(index + minWeeklyDates),
)
const usualCount = '4'

/** Field for an event that repeats weekly, and how often. */
export function WeeklyField({ onEdit }: { onEdit: () => void }) {
  const { setValue, watch } = useFormContext<Draft>()
  const of = useDraftField()
  const draft = watch()
  const isWeekly = draft.weekly_dates !== ''
  const last = readWeeklyDates(draft).at(-1)
  const reader = { ...currentTimeContext(), timeZone: draft.timezone }

  function toggle(isChecked: boolean): void {
    setValue('weekly_dates', isChecked ? usualCount : '', { shouldDirty: true })
    onEdit()
  }

  return (
    <>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={isWeekly}
          onChange={({ target }) => toggle(target.checked)}
        />
        <span>{m.propose_weekly()}</span>
      </label>
      {isWeekly && (
        <SelectField
          {...of('weekly_dates', { onChange: onEdit })}
          label={m.propose_weekly_count()}
          hint={last && m.propose_weekly_hint({ last: timeText('date', last.start, reader) })}
          choices={counts.map((count) => ({ value: count, label: count }))}
        />
      )}
    </>
  )
}
