import './lettered.css'
import { attributes, classes, html, type Html } from './html.ts'
import { letteredSize, type LetteredKind } from './lettered-size.ts'
import { picture, type PictureProps } from './picture.ts'

type LetteredProps = {
  kind: LetteredKind
  class?: string | undefined
  ground: Html
  text: string
  /** Read out, in place of the text, where the name is not written beside the picture. */
  title?: Html | undefined
  above?: Html | undefined
  below?: Html | undefined
}

/** A picture with words upon it: markup, so that a name is written whole, in any script. */
export function lettered(props: LetteredProps): Html {
  const { kind, class: name, ground, text, title, above, below } = props
  const size = `lettered-${letteredSize(text, kind)}`
  const hidden = attributes({ 'aria-hidden': !title && 'true' })
  const words = html`<div class="${classes('lettered-words', size)}" ${hidden}>
    ${above}
    <div class="lettered-name" dir="auto">${title ?? text}</div>
    ${below}
  </div>`
  return html`<div class="${classes('lettered', `lettered-${kind}`, name)}">
    ${ground} ${(text || title || above || below) && words}
  </div>`
}

/** A drawn picture with the name beside it upon it too; another one as it is. */
export function namedPicture(props: PictureProps & { kind: LetteredKind; text: string }): Html {
  const { kind, text, class: name, ...pictureProps } = props
  if (!props.path.startsWith('drawn/')) return picture({ ...pictureProps, class: name })
  return lettered({ kind, class: name, ground: picture(pictureProps), text })
}
