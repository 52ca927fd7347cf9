import { ReasonsDialog } from '#site/ui/admin/ReasonsDialog.tsx'
import { m } from '#site/lib/messages.ts'
import { actionNames } from './labels.ts'
import type { ProposalsStore } from './proposals.store.ts'

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

type Props = {
  store: ProposalsStore
  act: 'disable' | 'reset'
  id: number | 'marked'
  onClose: () => void
}

/** Takes one event, or all that are marked, off the agenda. */
export function TakeDownDialog({ store, act: name, id, onClose }: Props) {
  const words = texts[name]
  const title =
    id === 'marked'
      ? words.markedTitle({ count: store.$marked.get().size })
      : words.title({ name: store.find(id)?.name ?? '' })
  const shared = { title, act: actionNames[name](), text: <p>{words.text()}</p>, onClose }
  const act: ProposalsStore['actOnMarked'] = (taken) =>
    id === 'marked' ? store.actOnMarked(taken) : store.act(id, taken)
  if (name === 'disable') {
    return (
      <ReasonsDialog
        {...shared}
        onSend={(input) => {
          onClose()
          void act({ name, input })
        }}
      />
    )
  }
  return (
    <ReasonsDialog
      {...shared}
      change="correction"
      onSend={(input) => {
        onClose()
        void act({ name, input })
      }}
    />
  )
}
