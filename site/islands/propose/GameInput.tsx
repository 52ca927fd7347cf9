import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ControlProps } from '#site/islands/forms/Field.tsx'
import { SuggestionInput } from '#site/islands/forms/SuggestionInput.tsx'
import { findNamed } from '#site/islands/forms/find-named.ts'
import { valueOf } from '#site/islands/forms/suggestions.ts'
import { useFound } from '#site/islands/forms/use-found.ts'
import { api } from '#site/lib/api.ts'
import type { Draft } from './draft.ts'

export function GameInput({ control }: { control: ControlProps }) {
  const { getValues, setValue, trigger, clearErrors } = useFormContext<Draft>()
  const [text, setText] = useState(getValues('game_name'))
  const games = useFound((typed) => findNamed(api, 'game', typed), text)

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
