import { paths } from './paths.ts'

export type PictureLayers = {
  src: string
  /** Shown until the picture is loaded, and if it fails. */
  behind: string | undefined
}

/** The generated picture comes from this origin, so that it works when the CDN fails. */
export function pictureLayers(path: string, drawnPath: string): PictureLayers {
  const isDrawn = path.startsWith('drawn/')
  return { src: paths.media(path), behind: isDrawn ? undefined : paths.ownMedia(drawnPath) }
}
