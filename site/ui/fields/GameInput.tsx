import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { api } from '#site/lib/api.ts'
import type { ControlProps } from './Field.tsx'
import { searchByName, suggestionValue } from './suggestions.ts'
import { SuggestionInput } from './SuggestionInput.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'

/** What any form has that asks for a game. */
type WithGame = { game_id: number | null; game_name: string }

/** A game by its name; a name that no game has is kept for the form to refuse. */
export function GameInput({ control }: { control: ControlProps }) {
  const { getValues, setValue, trigger, clearErrors } = useFormContext<WithGame>()
  const [text, setText] = useState(getValues('game_name'))
  const { suggestions: games, status } = useDebouncedSearch(
    (typed) => searchByName(api, 'game', typed),
    text,
  )

  function take(value: string, known = games): void {
    const game = known.find((one) => one.value === value)
    setValue('game_id', game ? Number(game.value) : null)
    setValue('game_name', game?.label ?? value, { shouldDirty: true })
    clearErrors('game_name')
  }

  // The answer may come after the last key: a name typed in full is then known.
  useEffect(() => {
    if (getValues('game_id') !== null || !text.trim()) return
    const value = suggestionValue(games, text)
    if (value !== text) take(value, games)
  }, [games])

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
