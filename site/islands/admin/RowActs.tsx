import { m } from '#site/lib/messages.ts'

export type RowAct = {
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

export function editAct(name: string, onAct: () => void): RowAct {
  return { label: m.admin_edit(), fullLabel: m.admin_edit_one({ name }), onAct }
}

export function mergeAct(name: string, onAct: () => void): RowAct {
  return { label: m.admin_merge(), fullLabel: m.admin_merge_one({ name }), onAct }
}

export function deleteAct(name: string, onAct: () => void): RowAct {
  return { label: m.admin_delete(), fullLabel: m.admin_delete_one({ name }), isDanger: true, onAct }
}
