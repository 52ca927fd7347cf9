import { useId, type ReactNode } from 'react'

type Props = {
  label: ReactNode
  /** Read out in place of the label, where that says too little by itself. */
  name?: string
  hint?: string
  isOn: boolean
  isDisabled?: boolean
  onTurn: (isOn: boolean) => void
}

export function Switch({ label, name, hint, isOn, isDisabled = false, onTurn }: Props) {
  const hintId = useId()
  return (
    <label className="switch">
      <span className="switch-label">
        {label}
        {hint && (
          <span className="switch-hint" id={hintId}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={name}
        aria-describedby={hint ? hintId : undefined}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onTurn(event.target.checked)}
      />
    </label>
  )
}
