import { useFormContext } from 'react-hook-form'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { m } from '#site/lib/messages.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import {
  fewestWeeklyDates,
  mostWeeklyDates,
} from '#worker/features/moderation/proposals/weekly/contract.ts'
import { weeklyDatesOf, type Draft } from './draft.ts'
import { DraftField } from './DraftField.tsx'

const counts = Array.from({ length: mostWeeklyDates - fewestWeeklyDates + 1 }, (_, index) =>
  String(index + fewestWeeklyDates),
)
const usualCount = '4'

/** Whether the event repeats, and how often. */
export function WeeklyField({ onEdit }: { onEdit: () => void }) {
  const { register, setValue, watch } = useFormContext<Draft>()
  const draft = watch()
  const isWeekly = draft.weekly_dates !== ''
  const last = weeklyDatesOf(draft).at(-1)
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
        <DraftField
          name="weekly_dates"
          label={m.propose_weekly_count()}
          hint={last && m.propose_weekly_hint({ last: timeText('date', last.start, reader) })}
        >
          {(control) => (
            <select
              {...control}
              {...register('weekly_dates', { onChange: onEdit })}
              className="select"
            >
              {counts.map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
          )}
        </DraftField>
      )}
    </>
  )
}
