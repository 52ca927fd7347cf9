import { distance, timeText, type Reader, type TimeForm } from '#site/lib/time-text.ts'

type Props = { at: number; as: TimeForm; reader: Reader; className?: string }

/** `2026-11-20T18:00Z` */
export function isoMinute(at: number): string {
  return new Date(at).toISOString().replace(/(?::00)?\.000Z$/, 'Z')
}

/** An instant. Its text may be the reader's already when React comes to it. */
export function Time({ at, as, reader, className }: Props) {
  return (
    <time className={className} dateTime={isoMinute(at)} data-as={as} suppressHydrationWarning>
      {timeText(as, at, reader)}
    </time>
  )
}

type DistanceProps = Omit<Props, 'as'> & { beyond: string | undefined }

/** How far away it is, within a day; else what else there is to say. */
export function Distance({ at, reader, className, beyond }: DistanceProps) {
  return (
    <time
      className={className}
      dateTime={isoMinute(at)}
      data-as="distance"
      suppressHydrationWarning
    >
      {distance(at, reader) ?? beyond}
    </time>
  )
}
