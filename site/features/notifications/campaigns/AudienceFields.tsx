import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { api } from '#site/lib/api.ts'
import { nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { acceptedLocales, type AcceptedLocale } from '#worker/locale/locales.ts'
import {
  hasCampaignText,
  toRecipientsInput,
  type AudienceItems,
  type CampaignValues,
} from './campaign-form.ts'
import { RecipientCounts, toCountInputs } from './RecipientCounts.tsx'
import { createRecipientsStore } from './recipients.store.ts'
import { TryAgain } from '#site/ui/Failure.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import type { SearchKind } from '#site/ui/fields/suggestions.ts'
import { RemovableChips } from '#site/ui/RemovableChips.tsx'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import { useSuggestionAdder } from '#site/ui/fields/use-suggestion-adder.ts'

type Props = {
  kind: SearchKind
  label: string
  value: AudienceItems
  onChange: (value: AudienceItems) => void
}

function FollowedInput({ kind, label, value, onChange }: Props) {
  const { root, found, clear, inputKey, input, focusField } = useSuggestionAdder(kind)

  function add(chosen: string): void {
    const chosenItem = found.find((one) => one.value === chosen)
    if (!chosenItem) return
    const id = Number(chosenItem.value)
    if (!value.some((one) => one.id === id)) onChange([...value, { id, name: chosenItem.label }])
    clear()
  }

  return (
    <div ref={root} className="stack campaign-followed">
      <Field label={label} hint={m.campaign_followed_hint()}>
        {(control) => <SuggestionInput key={inputKey} {...input} control={control} onValue={add} />}
      </Field>
      <RemovableChips
        chips={value}
        removeText={m.campaign_followed_remove}
        onFocusLost={focusField}
        onRemove={(index) => onChange(value.toSpliced(index, 1))}
      />
    </div>
  )
}

function reachText(count: number): string {
  return count === 0 ? m.campaign_send_nobody() : m.campaign_reach(toCountInputs(count))
}

/** Counts who would get the mail as it is written by now. */
export function AudienceReach({ values }: { values: CampaignValues }) {
  const [store] = useState(() => createRecipientsStore(api))
  const { recipients, isLoading, failure } = useStore(store.$preview)
  useEffect(() => store.show(toRecipientsInput(values)))
  useEffect(() => store.stop, [store])
  return (
    <div className="notice campaign-reach" role="status" aria-busy={isLoading}>
      <TryAgain text={failure} onRetry={() => void store.load()} />
      <b>{recipients ? reachText(recipients.total) : m.loading()}</b>
      {recipients && <RecipientCounts recipients={recipients} />}
    </div>
  )
}

export function AudienceFields() {
  const { watch, setValue } = useFormContext<CampaignValues>()
  const values = watch()
  const { languages, streamers, games, falls_back_to_english } = values
  const dirty = { shouldDirty: true }
  const [hintId, languagesHintId] = [useId(), useId()]

  function toggleLanguage(language: AcceptedLocale, isOn: boolean): void {
    const others = languages.filter((one) => one !== language)
    setValue('languages', isOn ? [...others, language].toSorted() : others, dirty)
  }

  return (
    <fieldset className="campaign-audience stack" aria-describedby={hintId}>
      <legend>{m.campaign_audience()}</legend>
      <p className="quiet" id={hintId}>
        {m.campaign_audience_hint()}
      </p>
      <fieldset className="campaign-checks" aria-describedby={languagesHintId}>
        <legend>{m.campaign_audience_languages()}</legend>
        {acceptedLocales.map((one) => (
          <label key={one} className="checkbox">
            <input
              type="checkbox"
              checked={languages.includes(one)}
              onChange={({ target }) => toggleLanguage(one, target.checked)}
            />
            {nativeLanguageName(one)}
          </label>
        ))}
        <p className="field-hint" id={languagesHintId}>
          {m.campaign_audience_languages_hint()}
        </p>
      </fieldset>
      <FollowedInput
        kind="streamer"
        label={m.campaign_streamers()}
        value={streamers}
        onChange={(next) => setValue('streamers', next, dirty)}
      />
      <FollowedInput
        kind="game"
        label={m.campaign_games()}
        value={games}
        onChange={(next) => setValue('games', next, dirty)}
      />
      <AudienceReach values={values} />
      <Switch
        label={m.campaign_fallback()}
        hint={
          hasCampaignText(values, 'en')
            ? m.campaign_fallback_hint()
            : m.campaign_fallback_needs_english()
        }
        isOn={falls_back_to_english}
        onTurn={(isOn) => setValue('falls_back_to_english', isOn, dirty)}
      />
    </fieldset>
  )
}
