import { pictureLayers } from '#site/lib/picture-layers.ts'

type Props = {
  path: string
  /** Where the drawn picture of the same subject is. */
  drawn: string
  className?: string
  width: number
  height: number
  loading?: 'lazy'
}

/** As `Picture.astro`: the drawn picture stands in for one that fails. */
export function Picture({ path, drawn, className, ...size }: Props) {
  const { src, behind } = pictureLayers(path, drawn)
  const shared = { alt: '', decoding: 'async', ...size } as const
  // Another picture is another element: what was seen of the one before says nothing about it.
  if (!behind) return <img key={src} className={className} src={src} {...shared} />
  return (
    <span key={src} className={className ? `picture ${className}` : 'picture'}>
      <img src={behind} {...shared} />
      <img src={src} {...shared} />
    </span>
  )
}
