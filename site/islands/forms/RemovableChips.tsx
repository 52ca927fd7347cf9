type Chip = { id: string | number; name: string }
type Props = {
  chips: Chip[]
  /** What pressing a chip does, for those who do not see its ×. */
  removeText: (chip: { name: string }) => string
  onRemove: (index: number) => void
}

/** Names that were added to a list; a press takes one off it. */
export function RemovableChips({ chips, removeText, onRemove }: Props) {
  if (chips.length === 0) return null
  return (
    <ul className="row">
      {chips.map(({ id, name }, index) => (
        <li key={id}>
          <button
            type="button"
            className="chip"
            aria-label={removeText({ name })}
            onClick={() => onRemove(index)}
          >
            {name} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
