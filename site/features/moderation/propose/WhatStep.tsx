import { useFormContext } from 'react-hook-form'
import { GameInput } from '#site/ui/fields/GameInput.tsx'
import { categories, languages } from '#site/lib/labels.ts'
import { categoryName } from '#site/lib/event-labels.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'
import { DraftField } from './DraftField.tsx'
import { NameField } from './NameField.tsx'
import { ParticipantsInput } from './ParticipantsInput.tsx'
import { ThumbnailField } from './ThumbnailField.tsx'

export function WhatStep() {
  const { register } = useFormContext<Draft>()
  return (
    <div className="stack">
      <NameField />
      <DraftField
        name="description"
        label={m.propose_description()}
        hint={m.propose_description_hint()}
      >
        {(control) => (
          <textarea {...control} {...register('description')} className="textarea" rows={4} />
        )}
      </DraftField>
      <div className="propose-pair">
        <DraftField name="language" label={m.propose_language()}>
          {(control) => (
            <select {...control} {...register('language')} className="select" required>
              {languages.map((language) => (
                <option key={language} value={language}>
                  {languageName(language)}
                </option>
              ))}
            </select>
          )}
        </DraftField>
        <DraftField name="category" label={m.propose_category()}>
          {(control) => (
            <select {...control} {...register('category')} className="select" required>
              <option value="">{m.propose_choose()}</option>
              {categories.map((category) => (
                <option key={category} value={category}>
                  {categoryName(category)}
                </option>
              ))}
            </select>
          )}
        </DraftField>
      </div>
      <DraftField name="game_name" label={m.propose_game()} hint={m.propose_game_hint()}>
        {(control) => <GameInput control={control} />}
      </DraftField>
      <DraftField
        name="participants"
        label={m.propose_participants()}
        hint={m.propose_participants_hint()}
      >
        {(control) => <ParticipantsInput control={control} />}
      </DraftField>
      <ThumbnailField />
    </div>
  )
}
