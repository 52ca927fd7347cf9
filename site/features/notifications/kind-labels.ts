import { m } from '#site/lib/messages.ts'
import type { ReminderMark } from '#worker/contracts/reminder-marks.ts'
import type {
  UnscheduledKind,
  DeliveryKind,
  SwitchableKind,
  PlannedNotificationKind,
} from '#worker/features/notifications/kinds.ts'

type Labels<Kind extends string> = Record<Kind, () => string>

export const notificationPreferenceLabels: Labels<SwitchableKind> = {
  reminder: m.kind_reminder,
  event_changed: m.kind_event_changed,
  event_cancelled: m.kind_event_cancelled,
  new_event_followed: m.kind_new_event_followed,
  proposal_decision: m.kind_proposal_decision,
  participant_named: m.kind_participant_named,
  entries_missing: m.kind_entries_missing,
  device_lost: m.kind_device_lost,
  level_up: m.kind_level_up,
  achievement: m.kind_achievement,
  gamification_decision: m.kind_gamification_decision,
}

export const deliveryKindLabels: Labels<DeliveryKind> = {
  reminder: m.delivery_kind_reminder,
  event_changed: m.delivery_kind_event_changed,
  event_cancelled: m.delivery_kind_event_cancelled,
  new_event_followed: m.delivery_kind_new_event_followed,
  proposal_decision: m.delivery_kind_proposal_decision,
  participant_named: m.delivery_kind_participant_named,
  entries_missing: m.delivery_kind_entries_missing,
  device_lost: m.delivery_kind_device_lost,
  level_up: m.delivery_kind_level_up,
  achievement: m.delivery_kind_achievement,
  gamification_decision: m.delivery_kind_gamification_decision,
  moderation_decision: m.delivery_kind_moderation_decision,
  report_answer: m.delivery_kind_report_answer,
  verify_email: m.delivery_kind_verify_email,
  account_exists: m.delivery_kind_account_exists,
  reset_password: m.delivery_kind_reset_password,
  password_changed: m.delivery_kind_password_changed,
  session_revoked: m.delivery_kind_session_revoked,
  change_email: m.delivery_kind_change_email,
  email_change_asked: m.delivery_kind_email_change_asked,
  sign_in_method_changed: m.delivery_kind_sign_in_method_changed,
  delete_account: m.delivery_kind_delete_account,
  inactive_account: m.delivery_kind_inactive_account,
  confirm_marketing: m.delivery_kind_confirm_marketing,
  campaign: m.delivery_kind_campaign,
  service_notice: m.delivery_kind_service_notice,
  campaign_test: m.delivery_kind_campaign_test,
}

export const reminderMarkLabels: Labels<ReminderMark> = {
  '24h': m.reminder_day,
  evening: m.reminder_evening,
  '3h': m.reminder_three_hours,
  '1h': m.reminder_hour,
  '30min': () => m.reminder_minutes({ minutes: 30 }),
  '15min': () => m.reminder_minutes({ minutes: 15 }),
  '10min': () => m.reminder_minutes({ minutes: 10 }),
}

export const plannedNotificationKindLabels: Labels<PlannedNotificationKind> = {
  reminder: m.kind_reminder,
  event_changed: m.planned_moved,
  event_cancelled: m.planned_cancelled,
  new_event_followed: m.planned_new,
}

export const conditionalNotificationKindLabels: Labels<UnscheduledKind> = {
  event_changed: m.reminder_moved,
  event_cancelled: m.planned_if_cancelled,
}
