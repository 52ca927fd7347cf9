import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { api } from '#site/lib/api.ts'
import type { ControlProps } from './Field.tsx'
import { fetchSuggestions } from './suggestions.ts'
import { SuggestionInput } from './SuggestionInput.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'

type GameFormValues = { game_id: number | null; game_name: string }

/** A name that no game has is kept for the form to refuse. */
export function GameInput({ control }: { control: ControlProps }) {
  const { getValues, setValue, trigger, clearErrors } = useFormContext<GameFormValues>()
  const [text, setText] = useState(getValues('game_name'))
  const { suggestions: games, status } = useDebouncedSearch(
    (typedText) => fetchSuggestions(api, 'game', typedText),
    text,
  )

  function take(value: string): void {
    const game = games.find((one) => one.value === value)
    setValue('game_id', game ? Number(game.value) : null)
    setValue('game_name', game?.label ?? value, { shouldDirty: true })
    clearErrors('game_name')
  }

  return (
    <SuggestionInput
      control={control}
      suggestions={games}
      status={status}
      text={text}
      onText={setText}
      onValue={take}
      onLeave={() => void trigger('game_name')}
    />
  )
}
