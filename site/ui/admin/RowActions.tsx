import { m } from '#site/lib/messages.ts'

type ActionTarget = { href: string } | { onAct: () => void; opensDialog?: boolean }

export type RowAction = ActionTarget & {
  label: string
  /** With the row's name, for those who do not see what it stands beside. */
  fullLabel: string
  isDanger?: boolean
}

export function RowActions({ acts }: { acts: RowAction[] }) {
  return (
    <div className="admin-row-acts">
      {acts.map((rowAction) => (
        <ActionControl key={rowAction.label} act={rowAction} />
      ))}
    </div>
  )
}

function ActionControl({ act: rowAction }: { act: RowAction }) {
  const { label, fullLabel, isDanger } = rowAction
  const className = `button button-small ${isDanger ? 'button-danger' : ''}`
  if ('href' in rowAction) {
    return (
      <a className={className} href={rowAction.href} aria-label={fullLabel}>
        {label}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={fullLabel}
      aria-haspopup={rowAction.opensDialog ? 'dialog' : undefined}
      onClick={rowAction.onAct}
    >
      {label}
    </button>
  )
}

export function editAction(name: string, onAct: () => void): RowAction {
  return createDialogAction(m.admin_edit(), m.admin_edit_one({ name }), onAct)
}

export function mergeAction(name: string, onAct: () => void): RowAction {
  return createDialogAction(m.admin_merge(), m.admin_merge_one({ name }), onAct)
}

export function deleteAction(name: string, onAct: () => void): RowAction {
  return {
    ...createDialogAction(m.admin_delete(), m.admin_delete_one({ name }), onAct),
    isDanger: true,
  }
}

function createDialogAction(label: string, fullLabel: string, onAct: () => void): RowAction {
  return { label, fullLabel, onAct, opensDialog: true }
}
