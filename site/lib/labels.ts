import { categoryName } from './event-labels.ts'
import { nativeLanguageName } from './format.ts'
import { m } from './messages.ts'
import { Category, Platform } from '#worker/contracts/enumerations.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import type { RejectionCode } from '#worker/features/moderation/proposals/contract.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import { acceptedLocales, type AcceptedLocale } from '#worker/locale/locales.ts'

export const contentLanguageCodes = ContentLanguage.options

export type Choice = { value: string; label: string; lang?: string }

export function toLabeledChoices<Value extends string>(
  names: Record<Value, () => string>,
): (Choice & { value: Value })[] {
  const values = Object.keys(names) as Value[]
  return values.map((value) => ({ value, label: names[value]() }))
}

export function languageChoices(): (Choice & { value: ContentLanguage })[] {
  return contentLanguageCodes.map((one) => ({
    value: one,
    label: nativeLanguageName(one),
    lang: one,
  }))
}

export function localeChoices(): (Choice & { value: AcceptedLocale })[] {
  return acceptedLocales.map((one) => ({ value: one, label: nativeLanguageName(one), lang: one }))
}

export function categoryChoices(): (Choice & { value: Category })[] {
  return Category.options.map((one) => ({ value: one, label: categoryName(one) }))
}

export function platformChoices(): Choice[] {
  return Platform.options.map((one) => ({ value: one, label: platformName(one) }))
}

export function platformName(platform: Platform): string {
  return platforms[platform].name
}

export const eventStatusNames: Record<EventStatus, () => string> = {
  pending: m.status_pending,
  approved: m.status_approved,
  rejected: m.status_rejected,
  disabled: m.status_disabled,
}

export const rejectionReasonNames: Record<RejectionCode, () => string> = {
  duplicate: m.rejection_duplicate,
  not_special: m.rejection_not_special,
  no_proof: m.rejection_no_proof,
  wrong_details: m.rejection_wrong_details,
  spam: m.rejection_spam,
  other: m.rejection_other,
}

export const deliveryChannelNames: Record<DeliveryChannel, () => string> = {
  email: m.channel_email,
  discord: m.channel_discord,
  in_app: m.channel_in_app,
  push: m.channel_push,
}

export const dateFormats = [
  { id: 'dmy', example: '31/12/2026' },
  { id: 'mdy', example: '12/31/2026' },
  { id: 'ymd', example: '2026-12-31' },
] as const

export const hourCycles = [
  { id: 'h23', example: '21:00' },
  { id: 'h12', example: '9:00 PM' },
] as const

export function toFormatChoices<Id extends string>(
  formats: readonly { id: Id; example: string }[],
): (Choice & { value: Id })[] {
  return formats.map(({ id, example }) => ({ value: id, label: example }))
}
