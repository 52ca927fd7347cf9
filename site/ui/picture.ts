import { attributes, html, type Html } from './html.ts'
import { paths } from '#site/lib/paths.ts'

/** Decorative without `alt`: its name is beside it. */
export type PictureProps = {
  path: string
  /** The fallback of an uploaded picture that fails: the path of a drawn one. */
  drawn?: string | undefined
  alt?: string
  class?: string | undefined
  /** For what no style gives a size. */
  width?: number
  height?: number
  loading?: 'lazy' | undefined
  fetchpriority?: 'high' | 'low' | undefined
}

export function picture({ path, drawn, alt = '', class: name, ...rest }: PictureProps): Html {
  const isUpload = drawn !== undefined && !path.startsWith('drawn/')
  const { width, height, loading, fetchpriority } = rest
  return html`<img
    ${attributes({
      class: name,
      src: paths.media(path),
      // From this origin, so that it works when the CDN fails.
      'data-drawn': isUpload && paths.ownMedia(drawn),
      alt,
      width,
      height,
      loading,
      fetchpriority,
    })}
  />`
}
