import type { Choice } from '#site/lib/labels.ts'

type OptionChoice<Value extends string> = Choice & { value: Value }

type Props<Value extends string> = {
  label: string
  choices: readonly OptionChoice<Value>[]
  value: Value
  onChoice: (value: Value) => void
}

export function OptionTabs<Value extends string>({ label, choices, ...chosen }: Props<Value>) {
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="tabs option-tabs">
        {choices.map(({ value, label: text }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen.value}
            onClick={() => chosen.onChoice(value)}
          >
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
