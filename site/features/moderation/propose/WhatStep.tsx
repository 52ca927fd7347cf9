import type { ReactNode } from 'react'
import { GameInput } from '#site/ui/fields/GameInput.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { categoryChoices, contentLanguageCodes } from '#site/lib/labels.ts'
import { nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { DraftField } from './DraftField.tsx'
import { NameField } from './NameField.tsx'
import { ParticipantsInput } from './ParticipantsInput.tsx'
import { ThumbnailField } from './ThumbnailField.tsx'
import { useDraftField } from './use-draft-field.ts'

export function WhatStep() {
  return (
    <div className="stack">
      <WhatFields>
        <ChoiceFields />
      </WhatFields>
    </div>
  )
}

export function ChoiceFields() {
  const of = useDraftField()
  return (
    <div className="propose-pair">
      <SelectField
        {...of('language')}
        label={m.propose_language()}
        choices={contentLanguageCodes.map((value) => ({ value, label: nativeLanguageName(value) }))}
        required
      />
      <SelectField
        {...of('category')}
        label={m.propose_category()}
        none={m.propose_choose()}
        choices={categoryChoices()}
        required
      />
    </div>
  )
}

export function WhatFields({ children }: { children?: ReactNode }) {
  const of = useDraftField()
  return (
    <>
      <NameField />
      <TextArea
        {...of('description')}
        label={m.propose_description()}
        hint={m.propose_description_hint()}
        rows={4}
      />
      {children}
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
    </>
  )
}
