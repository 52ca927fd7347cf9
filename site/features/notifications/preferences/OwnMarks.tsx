import { useId } from 'react'
import { m } from '#site/lib/messages.ts'
import { reminderMarkLabels } from '#site/features/notifications/kind-labels.ts'
import {
  mostOwnMarks,
  ownReminderMarks,
  reminderMarks,
  type OwnReminderMark,
} from '#worker/contracts/reminder-marks.ts'

type Props = {
  hint: string
  marks: readonly OwnReminderMark[]
  /** Whether one under an hour would arrive. */
  takesNear: boolean
  isDisabled?: boolean
  onMarks: (marks: OwnReminderMark[]) => void
}

/** One that is chosen can always be taken off. */
export function OwnMarks({ hint, marks, takesNear, isDisabled = false, onMarks }: Props) {
  const id = useId()
  const isFull = marks.length >= mostOwnMarks
  const toggle = (mark: OwnReminderMark) =>
    onMarks(ownReminderMarks.filter((one) => marks.includes(one) !== (one === mark)))
  return (
    <fieldset className="choices own-marks" aria-describedby={id} disabled={isDisabled}>
      <legend>{m.own_marks_title()}</legend>
      <p className="quiet" id={id}>
        {hint}
      </p>
      {ownReminderMarks.map((mark) => {
        const isChosen = marks.includes(mark)
        const isUnreachable = reminderMarks[mark].needsPush && !takesNear
        return (
          <label key={mark} className="choice-row">
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && (isFull || isUnreachable)}
              aria-describedby={isUnreachable ? `${id}-near` : undefined}
              onChange={() => toggle(mark)}
            />
            {reminderMarkLabels[mark]()}
          </label>
        )
      })}
      {!takesNear && (
        <p className="quiet" id={`${id}-near`}>
          {m.own_marks_near()}
        </p>
      )}
    </fieldset>
  )
}
