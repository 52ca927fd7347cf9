import type { DeliveryId, Locale, UserId } from '#worker/contract.ts'

/** A claimed delivery with all that writing it takes. */
export type Claimed = {
  id: DeliveryId
  claim: string
  key: string
  userId: UserId
  channel: 'email' | 'discord'
  kind: string
  payload: string
  attempts: number
  deadlineAt: number | null
  username: string
  email: string | null
  locale: Locale
  timeZone: string
  webhook: string | null
  eventName: string | null
  eventSlug: string | null
  eventStartAt: number | null
}
