import { m } from '#site/lib/messages.ts'
import type {
  SecurityEventDetail,
  SecurityEventKind,
} from '#worker/features/operations/security-log/contract.ts'

export const securityEventNames: Record<SecurityEventKind, () => string> = {
  sign_in: m.security_sign_in,
  sign_in_refused: m.security_sign_in_refused,
  session_revoked: m.security_session_revoked,
  password_reset: m.security_password_reset,
  password_changed: m.security_password_changed,
  email_changed: m.security_email_changed,
  sign_in_method_added: m.security_sign_in_method_added,
  sign_in_method_removed: m.security_sign_in_method_removed,
  recovery_codes_created: m.security_recovery_codes_created,
  recovery_code_used: m.security_recovery_code_used,
  role_changed: m.security_role_changed,
  data_exported: m.security_data_exported,
  account_deleted: m.security_account_deleted,
  keys_rotated: m.security_keys_rotated,
}

export const securityDetailNames: Record<SecurityEventDetail, () => string> = {
  password: m.security_by_password,
  passkey: m.security_by_passkey,
  code: m.security_by_code,
  signup_link: m.security_by_signup_link,
  mailed_link: m.security_by_mailed_link,
  google: () => 'Google',
  twitch: () => 'Twitch',
  youtube: () => 'YouTube',
  bad_credentials: m.security_bad_credentials,
  wrong_code: m.security_wrong_code,
  wrong_recovery_code: m.security_wrong_recovery_code,
  account_inactive: m.security_account_inactive,
  member: m.members_role_member,
  moderator: m.members_role_moderator,
  admin: m.members_role_admin,
  self: m.security_by_member,
  administrator: m.security_by_administrator,
  inactive: m.security_by_inactivity,
  restored: m.security_by_restore,
}

export const suspiciousEvents: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_refused',
  'session_revoked',
  'recovery_code_used',
])
