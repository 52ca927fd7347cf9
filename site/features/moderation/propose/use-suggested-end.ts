import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Draft } from './draft.ts'
import { adjustEndToStart, isSameEnd, suggestEnd, type DraftEnd } from './suggested-end.ts'

const noEnd: DraftEnd = { end_date: '', end_time: '' }

/** Fills in the end once the start is known, until the person changes or removes it. */
export function useSuggestedEnd() {
  const { getValues, setValue, setFocus, watch } = useFormContext<Draft>()
  const draft = watch()
  const isSuggestion = isSameEnd(suggestEnd(draft), draft)
  /** Values in the fields that the person has not typed. */
  const filled = useRef(isSuggestion ? toDraftEnd(draft) : noEnd)
  const [isWanted, setIsWanted] = useState(true)

  function fill(end: DraftEnd): void {
    setValue('end_date', end.end_date, { shouldDirty: true })
    setValue('end_time', end.end_time, { shouldDirty: true })
  }

  function startChanged(): void {
    const values = getValues()
    const next = adjustEndToStart(values, filled.current, isWanted)
    if (isSameEnd(next, values)) return
    if (isSameEnd(filled.current, values)) filled.current = next
    fill(next)
  }

  function remove(): void {
    setIsWanted(false)
    fill(noEnd)
    setFocus('end_date')
  }

  return { isSuggested: isSuggestion && isWanted, startChanged, remove }
}

function toDraftEnd({ end_date, end_time }: Draft): DraftEnd {
  return { end_date, end_time }
}
