import { useFormContext } from 'react-hook-form'
import { Button } from '#site/ui/Button.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { TimeZoneInput } from '#site/ui/fields/TimeZoneInput.tsx'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import { m } from '#site/lib/messages.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import {
  readEnd,
  readStart,
  type Draft,
  type DraftFieldName as Name,
  readWeeklyDates,
} from './draft.ts'
import { useDraftField } from './use-draft-field.ts'
import { useSuggestedEnd } from './use-suggested-end.ts'
import { DraftField } from './DraftField.tsx'
import type { StepProps } from './steps.ts'
import {
  minWeeklyDates,
  maxWeeklyDates,
} from '#worker/features/moderation/proposals/weekly/contract.ts'

const certainties = [
  { value: 'exact', label: m.propose_certainty_exact },
  { value: 'date_only', label: m.propose_certainty_date_only },
  { value: 'tba', label: m.propose_certainty_tba },
] as const

const timeFields: Name[] = [
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'timezone',
  'weekly_dates',
]

export function WhenStep({ editedDates }: Pick<StepProps, 'editedDates'>) {
  const { setValue, watch, trigger, formState } = useFormContext<Draft>()
  const of = useDraftField()
  const end = useSuggestedEnd()
  const certainty = watch('time_certainty')
  const isExact = certainty === 'exact'
  const zone = watch('timezone')

  /** One date speaks for the other: what was wrong may no longer be. */
  function recheck(): void {
    const faulty = timeFields.filter((name) => formState.errors[name])
    if (faulty.length > 0) void trigger(faulty)
  }

  function startChanged(): void {
    end.startChanged()
    recheck()
  }

  return (
    <div className="stack">
      <CertaintyField isExact={isExact} onEdit={recheck} />
      <div className={isExact ? 'propose-times' : 'propose-pair'}>
        <TextField
          {...of('start_date', { onChange: startChanged })}
          label={isExact ? m.propose_start_date() : m.propose_first_day()}
          type="date"
          required
        />
        {isExact && (
          <TimeField name="start_time" label={m.propose_start_time()} onEdit={startChanged} />
        )}
        <TextField
          {...of('end_date', { onChange: recheck })}
          label={isExact ? m.propose_end_date() : m.propose_last_day()}
          type="date"
          required
        />
        {isExact && <TimeField name="end_time" label={m.propose_end_time()} onEdit={recheck} />}
      </div>
      <SuggestedEnd
        isShown={isExact && end.isSuggested && editedDates === undefined}
        onRemove={end.remove}
      />
      <DraftField name="timezone" label={m.propose_timezone()} hint={m.propose_timezone_hint()}>
        {(control) => (
          <TimeZoneInput
            control={control}
            zone={zone}
            onZone={(next) => {
              setValue('timezone', next, { shouldDirty: true })
              recheck()
            }}
            onLeave={() => void trigger('timezone')}
          />
        )}
      </DraftField>
      <ReaderTime />
      <RepetitionField {...{ editedDates, certainty }} onEdit={recheck} />
    </div>
  )
}

type RepetitionFieldProps = Pick<StepProps, 'editedDates'> & {
  certainty: Draft['time_certainty']
  onEdit: () => void
}

function RepetitionField({ editedDates, certainty, onEdit }: RepetitionFieldProps) {
  if (editedDates === undefined) return certainty !== 'tba' && <WeeklyField onEdit={onEdit} />
  if (editedDates === 1) return null
  return <p className="notice">{m.propose_weekly_editing({ count: editedDates })}</p>
}

function CertaintyField({ isExact, onEdit }: { isExact: boolean; onEdit: () => void }) {
  const of = useDraftField()
  return (
    <SelectField
      {...of('time_certainty', { onChange: onEdit })}
      label={m.propose_certainty()}
      hint={isExact ? undefined : m.propose_certainty_hint()}
      choices={certainties.map(({ value, label }) => ({ value, label: label() }))}
    />
  )
}

type SuggestedEndProps = { isShown: boolean; onRemove: () => void }

function SuggestedEnd({ isShown, onRemove }: SuggestedEndProps) {
  return (
    <p className="propose-suggested quiet quiet-small" aria-live="polite">
      {isShown && (
        <>
          {m.propose_end_suggested()}{' '}
          <Button label={m.propose_end_remove()} isSmall onClick={onRemove} />
        </>
      )}
    </p>
  )
}

type TimeFieldProps = { name: 'start_time' | 'end_time'; label: string; onEdit: () => void }

function TimeField({ name, label, onEdit }: TimeFieldProps) {
  const of = useDraftField()
  const draft = useFormContext<Draft>().watch()
  const localMoment = name === 'start_time' ? readStart(draft) : readEnd(draft)
  const isDoubled = localMoment.kind === 'doubled'
  return (
    <TextField
      {...of(name, { onChange: onEdit })}
      label={label}
      hint={isDoubled ? m.propose_hour_doubled() : undefined}
      type="time"
      required
    />
  )
}

function ReaderTime() {
  const { watch } = useFormContext<Draft>()
  const draft = watch()
  const start = readStart(draft)
  const reader = currentTimeContext()
  const isShown =
    'at' in start && draft.time_certainty === 'exact' && draft.timezone !== resolveTimeZone(reader)
  return (
    <p className="quiet" aria-live="polite">
      {isShown && m.propose_your_time({ when: timeText('full', start.at, reader) })}
    </p>
  )
}

const counts = Array.from({ length: maxWeeklyDates - minWeeklyDates + 1 }, (_, index) =>
  String(index + minWeeklyDates),
)
const usualCount = '4'

function WeeklyField({ onEdit }: { onEdit: () => void }) {
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
