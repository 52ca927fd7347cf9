type Chip = { id: string | number; name: string }
type Props = {
  chips: Chip[]
  /** What pressing a chip does, for those who do not see its ×. */
  removeText: (chip: { name: string }) => string
  onRemove: (index: number) => void
  /** The chip goes, and with it the focus of a keyboard. */
  onFocusLost: () => void
}

/** Names that were added to a list; a press takes one off it. */
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
