import { m } from '#site/lib/messages.ts'
import type {
  DeadLettersQuery,
  DeadLetterView,
  DeliveryKind,
  DeliveryState,
  JobName,
  JobState,
} from '#worker/features/operations/contract.ts'

export const stateNames: Record<DeliveryState, () => string> = {
  due: m.operations_state_due,
  sent: m.operations_state_sent,
  failed: m.operations_state_failed,
  dead: m.operations_state_dead,
  unknown: m.operations_state_unknown,
}

/** Of one delivery, where the others count many. */
export const letterStates: Record<Exclude<DeliveryState, 'failed'>, () => string> = {
  due: m.operations_letter_due,
  sent: m.operations_letter_sent,
  dead: m.operations_letter_dead,
  unknown: m.operations_letter_unknown,
}

export const jobNames: Record<JobName, () => string> = {
  minute: m.operations_job_minute,
  hour: m.operations_job_hour,
}

export const jobStates: Record<JobState, () => string> = {
  never: m.operations_job_never,
  idle: m.operations_job_idle,
  running: m.operations_job_running,
  interrupted: m.operations_job_interrupted,
  done: m.operations_job_done,
  failed: m.operations_job_failed,
}

export const kindNames: Record<DeliveryKind, () => string> = {
  reminder: m.delivery_kind_reminder,
  event_changed: m.delivery_kind_event_changed,
  event_cancelled: m.delivery_kind_event_cancelled,
  new_event_followed: m.delivery_kind_new_event_followed,
  proposal_decision: m.delivery_kind_proposal_decision,
  level_up: m.delivery_kind_level_up,
  achievement: m.delivery_kind_achievement,
  gamification_decision: m.delivery_kind_gamification_decision,
  verify_email: m.delivery_kind_verify_email,
  account_exists: m.delivery_kind_account_exists,
  reset_password: m.delivery_kind_reset_password,
  password_changed: m.delivery_kind_password_changed,
  change_email: m.delivery_kind_change_email,
  email_change_asked: m.delivery_kind_email_change_asked,
  way_in_changed: m.delivery_kind_way_in_changed,
  delete_account: m.delivery_kind_delete_account,
  campaign: m.delivery_kind_campaign,
  campaign_test: m.delivery_kind_campaign_test,
}

/** As the senders write them down; whatever an upstream said stays as it is. */
const reasons: Record<string, (() => string) | undefined> = {
  'too late': m.operations_reason_too_late,
  'no longer wanted': m.operations_reason_unwanted,
  'interrupted while sending': m.operations_reason_interrupted,
  'no address': m.operations_reason_no_address,
  'no webhook': m.operations_reason_no_webhook,
}

export function reasonText(reason: string): string {
  return reasons[reason]?.() ?? reason
}

const refusals: Partial<Record<DeadLetterView['retry'], () => string>> = {
  outcome_unknown: m.operations_retry_outcome_unknown,
  too_late: m.operations_reason_too_late,
  unwanted: m.operations_reason_unwanted,
}

/** Why it cannot be retried; undefined where it can or was. */
export function refusalText({ retry }: DeadLetterView): string | undefined {
  return refusals[retry]?.()
}

export function periodChoices(): { value: number; label: string }[] {
  return [
    ...[24, 48].map((hours) => ({ value: hours, label: m.operations_period_hours({ hours }) })),
    { value: 168, label: m.operations_period_week() },
  ]
}

export function statusChoices(): { value: DeadLettersQuery['status'] | ''; label: string }[] {
  return [
    { value: '', label: m.operations_status_any() },
    { value: 'dead', label: stateNames.dead() },
    { value: 'unknown', label: stateNames.unknown() },
  ]
}
