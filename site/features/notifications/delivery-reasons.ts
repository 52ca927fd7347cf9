import { m } from '#site/lib/messages.ts'
import type {
  DeliveryStatusReason,
  MailProblemReason,
} from '#worker/features/notifications/contract.ts'

export const deliveryReasonNames: Record<DeliveryStatusReason, () => string> = {
  quiet_hours: m.delivery_reason_quiet_hours,
  quiet_hours_too_long: m.delivery_reason_quiet_hours_too_long,
  no_longer_relevant: m.delivery_reason_no_longer_relevant,
  superseded: m.delivery_reason_superseded,
  event_cancelled: m.delivery_reason_event_cancelled,
  account_deactivated: m.delivery_reason_account_deactivated,
  too_late: m.delivery_reason_too_late,
  interrupted: m.delivery_reason_interrupted,
  no_address: m.delivery_reason_no_address,
  no_webhook: m.delivery_reason_no_webhook,
  no_device: m.delivery_reason_no_device,
  push_off: m.delivery_reason_push_off,
  unknown_push_service: m.delivery_reason_unknown_push_service,
  unwritable: m.delivery_reason_unwritable,
  malformed: m.delivery_reason_malformed,
  unknown_channel: m.delivery_reason_unknown_channel,
  rejected: m.delivery_reason_rejected,
  service_failed: m.delivery_reason_service_failed,
  service_paused: m.delivery_reason_service_paused,
  changed_since: m.delivery_reason_changed_since,
  rate_limited: m.delivery_reason_rate_limited,
  recipient_gone: m.delivery_reason_recipient_gone,
  no_answer: m.delivery_reason_no_answer,
  address_suppressed: m.delivery_reason_address_suppressed,
}

export const mailProblemNames: Record<MailProblemReason, () => string> = {
  bounce: m.mail_problem_bounce,
  complaint: m.mail_problem_complaint,
}
