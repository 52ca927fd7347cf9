type RowAct = {
  label: string
  /** With the row's name, for those who do not see beside what it stands. */
  fullLabel: string
  isDanger?: boolean
  onAct: () => void
}

export function RowActs({ acts }: { acts: RowAct[] }) {
  return (
    <div className="admin-row-acts">
      {acts.map(({ label, fullLabel, isDanger, onAct }) => (
        <button
          key={label}
          type="button"
          className={`button button-small ${isDanger ? 'button-danger' : ''}`}
          aria-label={fullLabel}
          onClick={onAct}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
