import * as v from 'valibot'
import type { DeliveryId, UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { isAccountMail } from '#worker/features/accounts/account-mail.ts'
import type { AccountMailKind } from '#worker/features/accounts/contract.ts'
import { CampaignMailKind } from '#worker/features/campaigns/contract.ts'
import type { NoticeRow } from './notice.ts'
import type { ReaderClock } from './writer.ts'

type Delivery = ReaderClock & {
  id: DeliveryId
  claim: string
  key: string
  userId: UserId
  channel: 'email' | 'discord' | 'push'
  attempts: number
  createdAt: number
  /** When it may no longer be sent. */
  deadlineAt: number | null
  username: string
  email: string | null
  locale: Locale
  quietFrom: number | null
  quietTo: number | null
  webhook: string | null
  /** Of the device that a push is for. */
  endpoint: string | null
  p256dh: string | null
  auth: string | null
}
export type AccountDelivery = Delivery & { kind: AccountMailKind; payload: string }
export type NoticeDelivery = Delivery & NoticeRow
export type CampaignDelivery = Delivery & {
  kind: CampaignMailKind
  payload: string
  /** JSON, in the language that the payload names. */
  campaignText: string | null
}

/** A claimed delivery with all that writing it takes. */
export type Claimed = AccountDelivery | NoticeDelivery | CampaignDelivery

export function isCampaignDelivery(delivery: Claimed): delivery is CampaignDelivery {
  return v.is(CampaignMailKind, delivery.kind)
}

export function isAccountDelivery(delivery: Claimed): delivery is AccountDelivery {
  return isAccountMail(delivery.kind)
}
