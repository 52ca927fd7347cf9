import * as v from 'valibot'
import { DeliveryId } from '#worker/contracts/ids.ts'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { Instant } from '#worker/contracts/time.ts'
import { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { DeliveryKind, DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import { IncidentView } from './incidents/contract.ts'

export const JobName = v.picklist(['minute', 'hour'])
export type JobName = v.InferOutput<typeof JobName>

/** `idle`: it had nothing to do. `interrupted`: it began and was not heard of again. */
export const JobState = v.picklist(['never', 'idle', 'running', 'interrupted', 'done', 'failed'])
export type JobState = v.InferOutput<typeof JobState>

export const JobView = v.object({
  job: JobName,
  started_at: v.nullable(Instant),
  state: JobState,
  /** It should have run since, or for the first time, by now. */
  is_late: v.boolean(),
  /** The last run that had something to do. */
  worked_at: v.nullable(Instant),
  duration_ms: v.nullable(v.number()),
  /** The kind of error; never what it was about. */
  error: v.nullable(v.string()),
})
export type JobView = v.InferOutput<typeof JobView>

/** `failed` is to be tried again. */
export const DeliveryState = v.picklist(['due', 'sent', 'failed', 'dead', 'unknown'])
export type DeliveryState = v.InferOutput<typeof DeliveryState>

const Counts = v.object({
  due: v.number(),
  sent: v.number(),
  /** Counted among the sent, too: earlier or later than the budget. */
  late: v.number(),
  failed: v.number(),
  dead: v.number(),
  unknown: v.number(),
})
export type DeliveryStateCounts = v.InferOutput<typeof Counts>

export const DeliveryChannelView = v.object({
  channel: DeliveryChannel,
  /** Due and failed: all there are. The others: those of the hours asked for. */
  totals: Counts,
  /** Hours in which something is due or ended, the earliest first; what is due may lie ahead. */
  by_hour: v.array(v.object({ at: Instant, ...Counts.entries })),
})
export type DeliveryChannelView = v.InferOutput<typeof DeliveryChannelView>

export const LatenessView = v.object({
  channel: DeliveryChannel,
  kind: DeliveryKind,
  /** Hours before the start of a reminder; 0 for other kinds. */
  mark: v.number(),
  accepted: v.number(),
  /** At most ten minutes early and five late. */
  on_time: v.number(),
  unknown: v.number(),
  failed: v.number(),
  /**
   * Lateness in milliseconds of the median, 90 and 99 of 100, each as the bound that it does not pass; null: it
   * passes all. Null where nothing accepted.
   */
  percentiles: v.nullable(v.array(v.nullable(v.number()))),
  /** Numbers of those that accepted, by `latenessBounds`. */
  classes: v.array(v.number()),
})
export type LatenessView = v.InferOutput<typeof LatenessView>

/** Fewer than all where more failed: the latest. */
export const mostCountedFailures = 5000

export const OperationsView = v.object({
  at: Instant,
  hours: v.number(),
  channels: v.array(DeliveryChannelView),
  /** Null while mail is sent; in a pause one mail at a time sees whether the service recovered. */
  mail_pause: v.nullable(v.object({ since: Instant, next_probe: v.nullable(Instant) })),
  oldest_waiting: v.nullable(
    v.object({
      due_at: Instant,
      channel: DeliveryChannel,
      kind: DeliveryKind,
      attempts: v.number(),
    }),
  ),
  jobs: v.array(JobView),
  lateness: v.array(LatenessView),
  incidents: v.array(IncidentView),
  /** In the hours asked for, the most frequent reason first. */
  failures: v.array(
    v.object({
      reason: v.nullable(DeliveryStatusReason),
      dead: v.number(),
      unknown: v.number(),
    }),
  ),
})
export type OperationsView = v.InferOutput<typeof OperationsView>

export const OperationsQuery = v.object({
  hours: v.optional(v.pipe(v.picklist(['24', '48', '168']), v.transform(Number), v.number()), '24'),
})
export type OperationsQuery = v.InferOutput<typeof OperationsQuery>

export const FailedDeliveryView = v.object({
  id: DeliveryId,
  status: v.picklist(['pending', 'claimed', 'sent', 'stopped', 'dead', 'unknown']),
  channel: DeliveryChannel,
  kind: DeliveryKind,
  username: v.string(),
  event: v.nullable(v.object({ name: v.string(), slug: v.nullable(v.string()) })),
  reason: v.nullable(DeliveryStatusReason),
  error: v.nullable(v.string()),
  attempts: v.number(),
  /** Time when it ended. */
  at: Instant,
  retry: v.picklist(['possible', 'not_dead', 'outcome_unknown', 'too_late', 'unwanted']),
})
export type FailedDeliveryView = v.InferOutput<typeof FailedDeliveryView>

export const FailedDeliveriesPage = createAdminPageSchema(FailedDeliveryView)

export const FailedDeliveriesQuery = v.object({
  ...adminPageQueryEntries,
  status: v.optional(v.picklist(['dead', 'unknown'])),
  channel: v.optional(DeliveryChannel),
  kind: v.optional(DeliveryKind),
  reason: v.optional(DeliveryStatusReason),
})
export type FailedDeliveriesQuery = v.InferOutput<typeof FailedDeliveriesQuery>

export const RetryDeliveriesInput = v.object({
  reason: DeliveryStatusReason,
  channel: v.optional(DeliveryChannel),
  kind: v.optional(DeliveryKind),
})
export type RetryDeliveriesInput = v.InferOutput<typeof RetryDeliveriesInput>
/** The rest after 50,000 may be requested again. */
export const RetryDeliveriesView = v.object({ retried: v.number(), is_more: v.boolean() })
export type RetryDeliveriesView = v.InferOutput<typeof RetryDeliveriesView>
