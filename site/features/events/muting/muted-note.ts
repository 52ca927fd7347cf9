import { m } from '#site/lib/messages.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { mutedNoteText } from './muted-note-text.ts'

type MutedNoteProps = {
  /** The first in a page is there from the first paint on. */
  isFirst?: boolean
  /** Undefined until the script has counted them. */
  count?: number | undefined
  areShown?: boolean
}

/** The style sheet of `muting.ts` shows it once a row before it is muted. */
export function mutedNote({ isFirst, count, areShown = false }: MutedNoteProps = {}): Html {
  const name = classes('muted-note quiet quiet-small', isFirst && 'muted-note-first')
  return html`<p class="${name}" ${attributes({ 'data-counted': count !== undefined })}>
    <span data-muted-text>${mutedNoteText(count, areShown)}</span>
    <span class="muted-note-acts">
      <button type="button" class="button button-quiet button-small" data-muted-show>
        ${areShown ? m.muted_hide() : m.muted_show()}
      </button>
      <button
        type="button"
        class="button button-quiet button-small"
        data-open-settings="display"
        aria-haspopup="dialog"
      >
        ${m.muted_settings()}
      </button>
    </span>
  </p>`
}
