import * as v from 'valibot'
import { m } from '#messages'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import { AccountChange } from '#worker/contracts/enumerations.ts'
import type { AccountMailKind } from '#worker/features/notifications/kinds.ts'

type MailMessage = (
  inputs: { username: string; change: string; date: string },
  options: { locale: Locale },
) => string
type MailRecipient = { username: string; token: string; locale: Locale; facts: unknown }
type AccountMailCopy = {
  title: MailMessage
  text: MailMessage
  action: MailMessage
  path: (token: string) => string
}

const ifNotMe = { action: m.mail_not_me_action, path: () => '/auth/reset-password' }

const mails: Record<AccountMailKind | 'first_passkey', AccountMailCopy> = {
  verify_email: {
    title: m.mail_verify_title,
    text: m.mail_verify_text,
    action: m.mail_verify_action,
    path: (token) => `/auth/verify/${token}`,
  },
  account_exists: {
    title: m.mail_exists_title,
    text: m.mail_exists_text,
    action: m.mail_exists_action,
    path: () => '/login',
  },
  reset_password: {
    title: m.mail_reset_title,
    text: m.mail_reset_text,
    action: m.mail_reset_action,
    path: (token) => `/auth/reset-password/${token}`,
  },
  password_changed: {
    title: m.mail_password_changed_title,
    text: m.mail_password_changed_text,
    ...ifNotMe,
  },
  change_email: {
    title: m.mail_change_email_title,
    text: m.mail_change_email_text,
    action: m.mail_verify_action,
    path: (token) => `/auth/verify/${token}`,
  },
  email_change_asked: {
    title: m.mail_email_change_asked_title,
    text: m.mail_email_change_asked_text,
    ...ifNotMe,
  },
  sign_in_method_changed: {
    title: m.mail_sign_in_method_changed_title,
    text: m.mail_sign_in_method_changed_text,
    ...ifNotMe,
  },
  session_revoked: {
    title: m.mail_session_revoked_title,
    text: m.mail_session_revoked_text,
    ...ifNotMe,
  },
  delete_account: {
    title: m.mail_delete_account_title,
    text: m.mail_delete_account_text,
    action: m.mail_delete_account_action,
    path: (token) => `/auth/delete-account/${token}`,
  },
  first_passkey: {
    title: m.mail_first_passkey_title,
    text: m.mail_first_passkey_text,
    action: m.mail_first_passkey_action,
    path: (token) => `/profile/security?passkey=${token}#passkeys`,
  },
  inactive_account: {
    title: m.mail_inactive_account_title,
    text: m.mail_inactive_account_text,
    action: m.login_submit,
    path: () => '/login',
  },
  confirm_marketing: {
    title: m.mail_confirm_marketing_title,
    text: m.mail_confirm_marketing_text,
    action: m.marketing_confirm_button,
    path: (token) => `/marketing/${token}`,
  },
}

const Connected = v.object({
  kept: v.optional(v.array(v.string()), []),
  dropped: v.optional(v.array(v.string()), []),
})

const changes: Record<AccountChange, typeof m.mail_passkey_added> = {
  connection_changed: m.mail_connection_changed,
  passkey_added: m.mail_passkey_added,
  passkey_removed: m.mail_passkey_removed,
  recovery_codes_created: m.mail_recovery_codes_created,
  recovery_code_used: m.mail_recovery_code_used,
}
const Changed = v.object({
  change: v.optional(AccountChange, 'connection_changed'),
  link: v.optional(v.literal('first_passkey')),
  until: v.optional(v.number(), 0),
})

const names: Record<string, string> = {
  google: 'Google',
  twitch: 'Twitch',
  youtube: 'YouTube',
  discord: 'Discord',
}

function composeConnectedText(facts: unknown, locale: Locale): string[] {
  const { kept, dropped } = v.parse(Connected, facts)
  const list = new Intl.ListFormat(languageTags[locale])
  const nameOf = (one: string) =>
    one === 'passkey' ? m.passkeys_title({}, { locale }) : (names[one] ?? one)
  const named = (found: string[]) => ({ names: list.format(found.map(nameOf)) })
  return [
    ...(dropped.length > 0 ? [m.mail_reset_dropped(named(dropped), { locale })] : []),
    ...(kept.length > 0 ? [m.mail_reset_kept(named(kept), { locale })] : []),
  ]
}

export function composeAccountMailText(
  kind: AccountMailKind,
  { username, token, locale, facts }: MailRecipient,
): { title: string; text: string; action: string; path: string } {
  const { link, until, ...changed } = v.parse(Changed, facts)
  const { title, text, action, path } = mails[link ?? kind]
  const change = changes[changed.change]({}, { locale })
  const date = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone: 'UTC' })
  const say = (words: MailMessage) =>
    words({ username, change, date: date.format(until) }, { locale })
  const lines = [say(text), ...composeConnectedText(facts, locale)]
  return { title: say(title), text: lines.join('\n'), action: say(action), path: path(token) }
}
