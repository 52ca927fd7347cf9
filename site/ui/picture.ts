import { attributes, classes, html, type Html } from './html.ts'
import { paths } from '#site/lib/paths.ts'
import { pictureLayers } from '#site/lib/picture-layers.ts'

/** Decorative without `alt`: its name is beside it. */
export type PictureProps = {
  path: string
  drawn: string
  alt?: string
  class?: string | undefined
  /** For what no style gives a size. */
  width?: number
  height?: number
  loading?: 'lazy' | undefined
  fetchpriority?: 'high' | 'low' | undefined
}

export function picture(props: PictureProps): Html {
  const { path, drawn, alt = '', class: name, fetchpriority, width, height } = props
  const { src, behind } = pictureLayers(path, drawn)
  const { loading } = props
  const shared = attributes({ width, height, loading })
  const imageAttributes = attributes({ alt, fetchpriority })
  if (!behind)
    return html`<img ${attributes({ class: name })} src="${src}" ${imageAttributes} ${shared} />`
  return html`<span class="${classes('picture', name)}">
    <img src="${behind}" ${attributes({ alt: '', loading, fetchpriority })} />
    <img src="${src}" ${imageAttributes} ${shared} />
  </span>`
}

/** Beside its words: one picture, with nothing drawn behind it, since a page has dozens of them. */
export function ornament(path: string, name?: string): Html {
  return html`<img ${attributes({ class: name })} src="${paths.media(path)}" alt loading="lazy" />`
}
