import { useRef, useState, type KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ControlProps } from '#site/islands/forms/Field.tsx'
import { findNamed } from '#site/islands/forms/find-named.ts'
import { SuggestionInput } from '#site/islands/forms/SuggestionInput.tsx'
import { useFound } from '#site/islands/forms/use-found.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'

const longest = 80

/** Streamers chosen from those known, or named freely; one added at a time. */
export function ParticipantsInput({ control }: { control: ControlProps }) {
  const { watch, setValue } = useFormContext<Draft>()
  const [text, setText] = useState('')
  const [added, setAdded] = useState(0)
  const found = useFound((typed) => findNamed(api, 'streamer', typed), text)
  const box = useRef<HTMLDivElement>(null)
  const participants = watch('participants')

  function change(next: Draft['participants']): void {
    setValue('participants', next, { shouldDirty: true, shouldValidate: true })
  }

  function add(name: string, streamer_id: number | null): void {
    const display_name = name.trim().slice(0, longest)
    const key = display_name.toLowerCase()
    const isKnown = participants.some((one) => one.display_name.toLowerCase() === key)
    if (display_name && !isKnown) {
      change([...participants, { display_name, streamer_id, platform: null, account: null }])
    }
    setText('')
    // Begins the field anew, and empty.
    setAdded((count) => count + 1)
  }

  function goOn(): void {
    requestAnimationFrame(() => box.current?.querySelector('input')?.focus())
  }

  /** Typed in full, a streamer's name means that streamer. */
  function addTyped(): void {
    if (!text.trim()) return
    const streamer = found.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase())
    add(text, streamer ? Number(streamer.value) : null)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    addTyped()
    goOn()
  }

  return (
    <>
      <div className="propose-add" ref={box} onKeyDown={onKeyDown}>
        <SuggestionInput
          key={added}
          control={control}
          suggestions={text.trim() ? found : []}
          text=""
          onText={setText}
          onValue={(value) => {
            const streamer = found.find((one) => one.value === value)
            if (!streamer || value === text) return
            add(streamer.label, Number(streamer.value))
            goOn()
          }}
          // A name left in the box was meant to be in the list.
          onLeave={addTyped}
        />
        <button type="button" className="button" onClick={addTyped}>
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
