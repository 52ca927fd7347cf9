import * as v from 'valibot'
import { Day, Instant } from '#worker/contracts/time.ts'
import { IncidentView } from '#worker/features/operations/incidents/contract.ts'

/** Channels of which lateness is known: the bell is read, not sent. */
export const StatusChannel = v.picklist(['push', 'email', 'discord'])
export type StatusChannel = v.InferOutput<typeof StatusChannel>

const outcomeEntries = {
  /** At most ten minutes early and five late. */
  on_time: v.number(),
  late: v.number(),
  /** Outcome that the service never told. */
  unknown: v.number(),
  failed: v.number(),
}
export const StatusOutcomes = v.object(outcomeEntries)
export type StatusOutcomes = v.InferOutput<typeof StatusOutcomes>

/** A day, or the days of a week of which each had few sendings. */
export const StatusPeriod = v.object({ from: Day, until: Day, ...outcomeEntries })
export type StatusPeriod = v.InferOutput<typeof StatusPeriod>

export const StatusView = v.object({
  at: Instant,
  days: v.number(),
  /** Open ones, then those that ended in these days. */
  incidents: v.array(IncidentView),
  channels: v.array(
    v.object({
      channel: StatusChannel,
      /** Null: not enough sendings yet. */
      total: v.nullable(StatusOutcomes),
      /** The latest first. */
      periods: v.array(StatusPeriod),
    }),
  ),
})
export type StatusView = v.InferOutput<typeof StatusView>
