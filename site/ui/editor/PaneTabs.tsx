import { m } from '#site/lib/messages.ts'

/** Which of the two a phone shows. */
export type Pane = 'write' | 'preview'

type Props = { pane: Pane; onPane: (pane: Pane) => void }

export function PaneTabs({ pane, onPane }: Props) {
  return (
    <div className="tabs editor-tabs" role="group" aria-label={m.editor_panes()}>
      {(['write', 'preview'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === pane} onClick={() => onPane(one)}>
          {one === 'write' ? m.editor_write() : m.editor_preview()}
        </button>
      ))}
    </div>
  )
}
