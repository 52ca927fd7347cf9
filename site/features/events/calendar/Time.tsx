import {
  formatDistance,
  timeText,
  type TimeContext,
  type TimeForm,
} from '#site/lib/time/time-text.ts'

type Props = { at: number; as: TimeForm; reader: TimeContext; className?: string }

/** `2026-11-20T18:00Z` */
export function formatIsoMinute(at: number): string {
  return new Date(at).toISOString().replace(/(?::00)?\.000Z$/, 'Z')
}

/** An instant. A script may have localized its text before hydration. */
export function Time({ at, as, reader, className }: Props) {
  return (
    <time
      className={className}
      dateTime={formatIsoMinute(at)}
      data-time-format={as}
      suppressHydrationWarning
    >
      {timeText(as, at, reader)}
    </time>
  )
}

type DistanceProps = Omit<Props, 'as'> & { beyond: string | undefined }

/** The time left within a day, otherwise `beyond`. */
export function TimeUntil({ at, reader, className, beyond }: DistanceProps) {
  return (
    <time
      className={className}
      dateTime={formatIsoMinute(at)}
      data-time-format="distance"
      suppressHydrationWarning
    >
      {formatDistance(at, reader) ?? beyond}
    </time>
  )
}
