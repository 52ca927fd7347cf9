import { useStore } from '@nanostores/react'
import {
  categoryChoices,
  languageChoices,
  toLabeledChoices,
  platformName,
  type Choice,
} from '#site/lib/labels.ts'
import type { DisplayChoicesStore } from '#site/lib/display/display-choices.store.ts'
import { getLocale } from '#messages/runtime'
import { formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { RemovableChips } from '#site/ui/RemovableChips.tsx'
import { OptionTabs } from '#site/ui/fields/OptionTabs.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import type { Density, Motion, MutedContent } from '#worker/features/accounts/display/contract.ts'
import { useRef } from 'react'

type Props = { display: DisplayChoicesStore }

const densityNames: Record<Density, () => string> = {
  comfortable: m.density_comfortable,
  compact: m.density_compact,
}

const motionNames: Record<Motion, () => string> = {
  system: m.motion_system,
  reduced: m.motion_reduced,
}

export function DisplayFields({ display }: Props) {
  const { density, motion } = useStore(display.$choices)
  return (
    <section className="stack settings-display" aria-labelledby="settings-display">
      <h3 id="settings-display" tabIndex={-1}>
        {m.display_title()}
      </h3>
      <OptionTabs
        label={m.density_label()}
        choices={toLabeledChoices(densityNames)}
        value={density}
        onChoice={(chosenOption) => void display.change({ density: chosenOption })}
      />
      <OptionTabs
        label={m.motion_label()}
        choices={toLabeledChoices(motionNames)}
        value={motion}
        onChoice={(chosenOption) => void display.change({ motion: chosenOption })}
      />
      <MutedFields display={display} />
    </section>
  )
}

function MutedFields({ display }: Props) {
  const { muted } = useStore(display.$choices)
  const change = (mutedChange: Partial<MutedContent>) =>
    void display.change({ muted: { ...muted, ...mutedChange } })
  return (
    <fieldset className="stack">
      <legend>{m.muted_title()}</legend>
      <p className="quiet quiet-small">{m.muted_hint()}</p>
      <Switch
        label={m.muted_long()}
        isOn={muted.long_events}
        onTurn={(isOn) => change({ long_events: isOn })}
      />
      <ChipChoices
        label={m.muted_languages()}
        choices={languageChoices()}
        chosen={muted.languages}
        onChange={(languages) => change({ languages })}
      />
      <ChipChoices
        label={m.muted_categories()}
        choices={categoryChoices()}
        chosen={muted.categories}
        onChange={(categories) => change({ categories })}
      />
      <MutedChannels channels={muted.channels} onChange={(channels) => change({ channels })} />
    </fieldset>
  )
}

type ChipChoicesProps<Value extends string> = {
  label: string
  choices: readonly (Choice & { value: Value })[]
  chosen: readonly Value[]
  onChange: (chosenOption: Value[]) => void
}

function ChipChoices<Value extends string>(props: ChipChoicesProps<Value>) {
  const { label, choices, chosen: chosenOption, onChange } = props
  const hiddenNames = choices.flatMap(({ value, label: name }) =>
    chosenOption.includes(value) ? [name] : [],
  )
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="row">
        {choices.map(({ value, label: text, lang }) => {
          const isChosen = chosenOption.includes(value)
          const others = chosenOption.filter((chosenValue) => chosenValue !== value)
          return (
            <button
              key={value}
              type="button"
              className="chip"
              lang={lang}
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? others : [...others, value])}
            >
              {text}
            </button>
          )
        })}
      </div>
      <p className="quiet quiet-small" role="status">
        {hiddenNames.length > 0
          ? m.muted_names({ names: formatList(hiddenNames, getLocale()) })
          : m.muted_none()}
      </p>
    </fieldset>
  )
}

type MutedChannelsProps = {
  channels: MutedContent['channels']
  onChange: (channels: MutedContent['channels']) => void
}

function MutedChannels({ channels, onChange }: MutedChannelsProps) {
  const field = useRef<HTMLFieldSetElement>(null)
  const chips = channels.map(({ platform, account, name = account }) => ({
    id: `${platform}/${account}`,
    name: `${name} (${platformName(platform)})`,
  }))
  return (
    <fieldset className="field" ref={field} tabIndex={-1}>
      <legend>{m.muted_channels()}</legend>
      <RemovableChips
        chips={chips}
        removeText={m.muted_channel_remove}
        onRemove={(index) => onChange(channels.filter((_, other) => other !== index))}
        onFocusLost={() => field.current?.focus()}
      />
      <p className="quiet quiet-small">{m.muted_channels_none()}</p>
    </fieldset>
  )
}
