import { ReasonsDialog } from '#site/ui/admin/ReasonsDialog.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { m } from '#site/lib/messages.ts'
import type {
  ModeratorCancelInput,
  ProposalView,
} from '#worker/features/moderation/proposals/contract.ts'
import { cancelTexts, ReasonForHypers } from './CancelDialog.tsx'
import { actionNames } from './labels.ts'
import type { BulkAction, ProposalsStore } from './proposals.store.ts'

const texts = {
  disable: {
    title: m.proposals_disable_title,
    markedTitle: m.proposals_disable_marked_title,
    text: m.proposals_disable_text,
  },
  reset: {
    title: m.proposals_reset_title,
    markedTitle: m.proposals_reset_marked_title,
    text: m.proposals_reset_text,
  },
}

/** Acts whose reasons the proposer is told. */
export type TakenDownAct = keyof typeof texts

type Props = {
  store: ProposalsStore
  act: TakenDownAct
  id: number | 'marked'
  onClose: () => void
}

/** Takes one event, or all that are marked, off the agenda; the proposer is told why. */
export function TakeDownDialog({ store, act: name, id, onClose }: Props) {
  const event = id === 'marked' ? undefined : store.find(id)
  function take(act: BulkAction): void {
    onClose()
    void (id === 'marked' ? store.actOnMarked(act) : store.act(id, act))
  }
  const words = texts[name]
  const title = event
    ? words.title({ name: event.name })
    : words.markedTitle({ count: store.$marked.get().size })
  const shared = { title, act: actionNames[name](), text: <p>{words.text()}</p>, onClose }
  return name === 'disable' ? (
    <ReasonsDialog {...shared} onSend={(input) => take({ name, input })} />
  ) : (
    <ReasonsDialog {...shared} change="correction" onSend={(input) => take({ name, input })} />
  )
}

type CancelProps = {
  event: ProposalView
  onClose: () => void
  onCancel: (input: ModeratorCancelInput) => void
}

/** The hypers are told a reason of its own. */
export function ModeratorCancelDialog({ event, onClose, onCancel }: CancelProps) {
  const { words, ...shared } = cancelTexts(event)
  return (
    <ReasonsDialog
      {...shared}
      change="called_off"
      extra={{ schema: ReasonForHypers, field: (field) => <TextArea {...words} {...field} /> }}
      onClose={onClose}
      onSend={(reasons, reason) => onCancel({ ...reasons, reason: reason || null })}
    />
  )
}
