import { useRef, type KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#site/ui/Button.tsx'
import type { ControlProps } from '#site/ui/fields/Field.tsx'
import { RemovableChips } from '#site/ui/RemovableChips.tsx'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import { useSuggestionAdder } from '#site/ui/fields/use-suggestion-adder.ts'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'

const longest = 80

export function ParticipantsInput({ control }: { control: ControlProps }) {
  const { watch, setValue } = useFormContext<Draft>()
  const { text, found, clear, inputKey, input } = useSuggestionAdder('streamer')
  const box = useRef<HTMLDivElement>(null)
  const participants = watch('participants')

  function change(next: Draft['participants']): void {
    setValue('participants', next, { shouldDirty: true, shouldValidate: true })
  }

  function add(name: string, streamer_id: number | null): void {
    const display_name = name.trim().slice(0, longest)
    const key = display_name.toLowerCase()
    const isKnown = participants.some(
      (participant) => participant.display_name.toLowerCase() === key,
    )
    if (display_name && !isKnown) {
      change([...participants, { display_name, streamer_id, platform: null, account: null }])
    }
    clear()
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
          key={inputKey}
          {...input}
          control={control}
          onValue={(value) => {
            const streamer = found.find((suggestion) => suggestion.value === value)
            if (!streamer || value === text) return
            add(streamer.label, Number(streamer.value))
            goOn()
          }}
          // A name left in the box was meant to be in the list.
          onLeave={addTyped}
        />
        <Button label={m.propose_participant_add()} onClick={addTyped} />
      </div>
      <RemovableChips
        chips={participants.map(({ display_name: name }) => ({ id: name, name }))}
        removeText={m.propose_participant_remove}
        onFocusLost={goOn}
        onRemove={(index) => change(participants.toSpliced(index, 1))}
      />
    </>
  )
}
