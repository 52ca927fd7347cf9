import { isMarathon } from '#worker/contracts/folding.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

type TimedEvent = Pick<
  EventSummary,
  'id' | 'name' | 'start' | 'end' | 'time_certainty' | 'phase' | 'cancelled_at'
>

/** Name of a simultaneous event, by event id; marathons and days leave room for others. */
export function findHypeClashes(hyped: readonly TimedEvent[]): ReadonlyMap<number, string> {
  const dated = hyped.filter(
    (event) =>
      event.time_certainty === 'exact' &&
      event.phase !== 'past' &&
      event.cancelled_at === null &&
      !isMarathon(event),
  )
  return new Map(
    dated.flatMap((one) => {
      const simultaneous = dated.find(
        ({ id, start, end }) => id !== one.id && start < one.end && end > one.start,
      )
      return simultaneous ? [[one.id, simultaneous.name] as const] : []
    }),
  )
}
