import { useId } from 'react'

type Option<Value> = { value: Value; label: string }

export function withAny<Value>(any: string, options: Option<Value>[]): Option<Value | ''>[] {
  return [{ value: '', label: any }, ...options]
}

type Props<Value extends string | number> = {
  label: string
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
}

export function LabeledSelect<Value extends string | number>(props: Props<Value>) {
  const { label, value, options, onChange } = props
  const id = useId()
  return (
    <div className="field admin-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={(event) => {
          const chosenOption = options.find((one) => String(one.value) === event.target.value)
          if (chosenOption) onChange(chosenOption.value)
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  )
}
