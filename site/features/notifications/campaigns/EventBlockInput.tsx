import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { Field } from '#site/ui/fields/Field.tsx'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import type { Suggestion } from '#site/ui/fields/suggestions.ts'
import { useSuggestionAdder } from '#site/ui/fields/use-suggestion-adder.ts'
import { insertEventBlock, type CampaignTextField, type CampaignValues } from './campaign-form.ts'

/** By slug; dates of a series have one name. */
async function searchEvents(typed: string): Promise<Suggestion[]> {
  const query = { q: typed.trim(), future_only: true, limit: 20 }
  const { items } = await api.get('events', { query })
  return items.map(({ slug, name, start }) => ({
    value: slug,
    label: name,
    note: timeText('when', Date.parse(start), currentTimeContext()),
  }))
}

type Props = { field: CampaignTextField }

/** Where the text had its cursor last, or at its end. */
export function EventBlockInput({ field }: Props) {
  const { getValues, setValue } = useFormContext<CampaignValues>()
  const { found, clear, inputKey, input } = useSuggestionAdder(searchEvents)
  const root = useRef<HTMLDivElement>(null)

  function add(chosen: string): void {
    if (!found.some(({ value }) => value === chosen)) return
    const text = root.current
      ?.closest('form')
      ?.querySelector<HTMLTextAreaElement>(`textarea[name="${field}"]`)
    const markdown = getValues(field)
    const next = insertEventBlock(markdown, text?.selectionEnd ?? markdown.length, chosen)
    setValue(field, next.markdown, { shouldDirty: true, shouldValidate: true })
    clear()
    text?.focus()
    text?.setSelectionRange(next.cursor, next.cursor)
  }

  return (
    <div ref={root}>
      <Field label={m.campaign_event()} hint={m.campaign_event_hint()}>
        {(control) => <SuggestionInput key={inputKey} {...input} control={control} onValue={add} />}
      </Field>
    </div>
  )
}
