import { m } from '#site/lib/messages.ts'
import type {
  FailedDeliveriesQuery,
  FailedDeliveryView,
  DeliveryState,
  JobName,
  JobState,
} from '#worker/features/operations/contract.ts'

export const deliveryStateNames: Record<DeliveryState, () => string> = {
  due: m.operations_state_due,
  sent: m.operations_state_sent,
  failed: m.operations_state_failed,
  dead: m.operations_state_dead,
  unknown: m.operations_state_unknown,
}

export const singleDeliveryStateNames: Record<Exclude<DeliveryState, 'failed'>, () => string> = {
  due: m.operations_delivery_due,
  sent: m.operations_delivery_sent,
  dead: m.operations_delivery_dead,
  unknown: m.operations_delivery_unknown,
}

export const jobNames: Record<JobName, () => string> = {
  minute: m.operations_job_minute,
  hour: m.operations_job_hour,
}

export const jobStateNames: Record<JobState, () => string> = {
  never: m.operations_job_never,
  idle: m.operations_job_idle,
  running: m.operations_job_running,
  interrupted: m.operations_job_interrupted,
  done: m.operations_job_done,
  failed: m.operations_job_failed,
}

const refusals: Partial<Record<FailedDeliveryView['retry'], () => string>> = {
  outcome_unknown: m.operations_retry_outcome_unknown,
  too_late: m.delivery_reason_too_late,
  unwanted: m.delivery_reason_no_longer_relevant,
}

/** Undefined where it can be retried or was. */
export function retryRefusalText({ retry }: FailedDeliveryView): string | undefined {
  return refusals[retry]?.()
}

export function listPeriodOptions(): { value: number; label: string }[] {
  return [
    ...[24, 48].map((hours) => ({ value: hours, label: m.operations_period_hours({ hours }) })),
    { value: 168, label: m.operations_period_week() },
  ]
}

export const failedDeliveryStatusNames: Record<
  NonNullable<FailedDeliveriesQuery['status']> | '',
  () => string
> = {
  '': m.operations_status_any,
  dead: m.operations_state_dead,
  unknown: m.operations_state_unknown,
}
