import { useState, type KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ControlProps } from '#site/islands/forms/Field.tsx'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'

const longest = 80

/** A list of names, one added at a time. */
export function ParticipantsInput({ control }: { control: ControlProps }) {
  const { watch, setValue } = useFormContext<Draft>()
  const [name, setName] = useState('')
  const participants = watch('participants')

  function change(next: Draft['participants']): void {
    setValue('participants', next, { shouldDirty: true, shouldValidate: true })
  }

  function add(): void {
    const display_name = name.trim()
    setName('')
    const key = display_name.toLowerCase()
    const isKnown = participants.some((one) => one.display_name.toLowerCase() === key)
    if (!display_name || isKnown) return
    change([...participants, { display_name, streamer_id: null, platform: null, account: null }])
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }

  return (
    <>
      <div className="propose-add">
        <input
          {...control}
          className="input"
          autoComplete="off"
          maxLength={longest}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onKeyDown}
          // A name left in the box was meant to be in the list.
          onBlur={add}
        />
        <button type="button" className="button" onClick={add}>
          {m.propose_participant_add()}
        </button>
      </div>
      {participants.length > 0 && (
        <ul className="row">
          {participants.map((one, index) => (
            <li key={one.display_name}>
              <button
                type="button"
                className="chip"
                aria-label={m.propose_participant_remove({ name: one.display_name })}
                onClick={() => change(participants.filter((_, other) => other !== index))}
              >
                {one.display_name} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
