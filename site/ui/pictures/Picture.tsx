import { pictureLayers } from '#site/lib/picture-layers.ts'

type Props = {
  path: string
  /** Path of the generated picture of the same subject. */
  drawn: string
  className?: string
  width: number
  height: number
  loading?: 'lazy'
}

/** As `Picture.astro`: falls back to the generated picture. */
export function Picture({ path, drawn, className, ...size }: Props) {
  const { src, behind } = pictureLayers(path, drawn)
  const shared = { alt: '', decoding: 'async', ...size } as const
  // A new element for a new picture, without the load state of the old one.
  if (!behind) return <img key={src} className={className} src={src} {...shared} />
  return (
    <span key={src} className={className ? `picture ${className}` : 'picture'}>
      <img src={behind} {...shared} />
      <img src={src} {...shared} />
    </span>
  )
}
