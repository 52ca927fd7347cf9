import { paths } from './paths.ts'

export type PictureLayers = {
  src: string
  /** Shown until the picture is there, and where it never comes. */
  behind: string | undefined
}

/**
 * A picture above the one that is drawn for the same subject. The drawn one comes from this origin,
 * so that it stands where the CDN fails; a picture that is the drawn one needs none behind it.
 */
export function pictureLayers(path: string, drawnPath: string): PictureLayers {
  const src = paths.media(path)
  const drawn = paths.ownMedia(path.startsWith('drawn/') ? path : drawnPath)
  return { src, behind: drawn === src ? undefined : drawn }
}
