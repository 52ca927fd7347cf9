import { paths } from './paths.ts'

export type PictureLayers = {
  src: string
  /** Shown until the picture is loaded, and if it fails. */
  behind: string | undefined
}

/**
 * A picture above the generated one of the same subject. The generated one is served by this origin,
 * so that it works when the CDN fails; a generated picture needs none behind it.
 */
export function pictureLayers(path: string, drawnPath: string): PictureLayers {
  const src = paths.media(path)
  const drawn = paths.ownMedia(path.startsWith('drawn/') ? path : drawnPath)
  return { src, behind: drawn === src ? undefined : drawn }
}
