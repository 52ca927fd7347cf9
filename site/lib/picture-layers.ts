import { paths } from './paths.ts'

export type PictureLayers = {
  src: string
  /** Shown until the picture is loaded, and if it fails. */
  behind: string | undefined
}

/**
 * A picture above the generated one of the same subject. That is served by this origin, so that it works
 * when the CDN fails; a generated picture has none behind it.
 */
export function pictureLayers(path: string, drawnPath: string): PictureLayers {
  const isDrawn = path.startsWith('drawn/')
  return { src: paths.media(path), behind: isDrawn ? undefined : paths.ownMedia(drawnPath) }
}
