import { html, type Html } from '#site/ui/html.ts'
import { splitAtMatches } from './highlight.ts'

export function highlightMatches(text: string, search: string): Html {
  const pieces = splitAtMatches(text, search)
  return html`${pieces.map((piece) => (piece.isMatch ? html`<mark>${piece.text}</mark>` : piece.text))}`
}
