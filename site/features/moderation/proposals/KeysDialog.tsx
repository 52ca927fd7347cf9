import { Dialog } from '#site/ui/Dialog.tsx'
import { m } from '#site/lib/messages.ts'

const keys = [
  { keys: ['j', 'k'], label: m.proposals_key_move },
  { keys: ['a'], label: m.proposals_key_approve },
  { keys: ['v'], label: m.proposals_key_review },
  { keys: ['r'], label: m.proposals_key_reject },
  { keys: ['1', '…', '6'], label: m.proposals_key_reason },
  { keys: ['e'], label: m.proposals_key_edit },
  { keys: ['x'], label: m.proposals_key_mark },
  { keys: ['u'], label: m.proposals_key_undo },
  { keys: ['?'], label: m.proposals_key_help },
]

export function KeyboardShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={m.proposals_keys()} onClose={onClose}>
      <dl className="proposals-keys">
        {keys.map(({ keys: names, label }) => (
          <div key={names.join()}>
            <dt>{names.map((name) => (name === '…' ? name : <kbd key={name}>{name}</kbd>))}</dt>
            <dd>{label()}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
