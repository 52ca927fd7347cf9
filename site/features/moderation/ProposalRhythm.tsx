import { separator } from '#site/lib/format.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { m } from '#site/lib/messages.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'

type Props = { proposal: ProposalView }

/** A weekly proposal is one entry until approval, which makes each date an event of its own. */
export function isShownAsSeries({ status, dates }: ProposalView): boolean {
  return dates.length > 1 && status !== 'approved'
}

/** `Every Tuesday at 20:30 · 9 dates`, or its one date. */
export function ProposalRhythm({ proposal }: Props) {
  const { start, time_certainty, timezone } = proposal
  const isExact = time_certainty === 'exact'
  if (!isShownAsSeries(proposal)) {
    return <LocalTime at={start} dayIn={isExact ? undefined : timezone} />
  }
  return <WeeklyDates proposal={proposal} />
}

/** Also after approval, when the dates are events of their own. */
export function WeeklyDates({ proposal: { start, time_certainty, timezone, dates } }: Props) {
  const day = () =>
    timeText('weekday', Date.parse(start), { ...currentTimeContext(), timeZone: timezone })
  return (
    <span>
      {time_certainty === 'exact' ? (
        <LocalTime at={start} as="weekly" within={m.series_every} />
      ) : (
        m.series_every({ at: day() })
      )}
      {separator}
      {m.series_dates({ count: dates.length })}
    </span>
  )
}
