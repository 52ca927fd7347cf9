import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ControlProps } from '#site/islands/forms/Field.tsx'
import { SuggestionInput } from '#site/islands/forms/SuggestionInput.tsx'
import { valueOf, type Suggestion } from '#site/islands/forms/suggestions.ts'
import { api } from '#site/lib/api.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { Draft } from './draft.ts'

type Games = { items: { id: number; name: string }[] }
const debounceMs = 300

async function findGames(text: string): Promise<Suggestion[]> {
  const path = withQuery('games', { q: text.trim(), limit: 20 })
  const found = await api.get<Games>(path).catch((): Games => ({ items: [] }))
  return found.items.map(({ id, name }) => ({ value: String(id), label: name }))
}

/** The games whose name contains the text. */
function useGames(text: string): Suggestion[] {
  const [games, setGames] = useState<Suggestion[]>([])
  useEffect(() => {
    let isStale = false
    const timer = setTimeout(() => {
      void findGames(text).then((found) => {
        if (!isStale) setGames(found)
      })
    }, debounceMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [text])
  return games
}

export function GameInput({ control }: { control: ControlProps }) {
  const { getValues, setValue, trigger, clearErrors } = useFormContext<Draft>()
  const [text, setText] = useState(getValues('game_name'))
  const games = useGames(text)

  function take(value: string, known = games): void {
    const game = known.find((one) => one.value === value)
    setValue('game_id', game ? Number(game.value) : null)
    setValue('game_name', game?.label ?? value, { shouldDirty: true })
    clearErrors('game_name')
  }

  // The answer may come after the last key: a name typed in full is then known.
  useEffect(() => {
    if (getValues('game_id') !== null || !text.trim()) return
    const value = valueOf(games, text)
    if (value !== text) take(value, games)
  }, [games])

  return (
    <SuggestionInput
      control={control}
      suggestions={games}
      text={text}
      onText={setText}
      onValue={take}
      onLeave={() => void trigger('game_name')}
    />
  )
}
