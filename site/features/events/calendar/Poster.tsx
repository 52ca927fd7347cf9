import { paths } from '#site/lib/paths.ts'

type Props = { path: string; className?: string }

/** The picture of an event, by default as in a row. */
export function Poster({ path, className = 'event-thumb event-thumb-square' }: Props) {
  return (
    <img
      className={`poster ${className}`}
      src={paths.media(path)}
      alt=""
      width={128}
      height={72}
      loading="lazy"
      decoding="async"
    />
  )
}
