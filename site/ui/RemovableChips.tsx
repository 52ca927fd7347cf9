type Chip = { id: string | number; name: string }
type Props = {
  chips: Chip[]
  removeText: (chip: { name: string }) => string
  onRemove: (index: number) => void
  /** The pressed chip goes, and with it the focus of a keyboard. */
  onFocusLost: () => void
}

export function RemovableChips({ chips, removeText, onRemove, onFocusLost }: Props) {
  if (chips.length === 0) return null
  return (
    <ul className="row">
      {chips.map(({ id, name }, index) => (
        <li key={id}>
          <button
            type="button"
            className="chip"
            aria-label={removeText({ name })}
            onClick={({ currentTarget }) => {
              if (currentTarget.matches(':focus-visible')) onFocusLost()
              onRemove(index)
            }}
          >
            {name} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
