import * as v from 'valibot'

export const DeliveryChannel = v.picklist(['email', 'discord', 'in_app', 'push'])
export type DeliveryChannel = v.InferOutput<typeof DeliveryChannel>

/** `notice`: in the bell and by mail, with no switch to turn it off. */
export type KindFamily = 'notification' | 'notice' | 'account_mail' | 'campaign_mail'

/** `named`: whoever writes it says to whom. `early_hypers`: those who hyped before it was due. */
type RecipientGroup = 'named' | 'early_hypers' | 'hypers' | 'followers'

export type RecipientExclusion = 'inactive' | 'unverified' | 'restricted' | 'ungamified'

/** Listing on the event page: at its time, as something that may happen, or once it was sent. */
export type EventPageListing = 'scheduled' | 'if_it_happens' | 'once_sent' | 'never'

type QuietHoursFacts<Payload> = {
  payload: Payload
  eventStartAt: number | null
  now: number
  /** When the recipient's quiet hours are over. */
  endAt: number
}

type KindDefinition<Of extends KindFamily, Schema extends v.GenericSchema, To, Listed> = {
  family: Of
  payload: Schema
  defaultChannels: readonly DeliveryChannel[]
  recipients: To
  exclusions: readonly RecipientExclusion[]
  ignoresQuietHours: (facts: QuietHoursFacts<v.InferOutput<Schema>>) => boolean
  urgency: (payload: v.InferOutput<Schema>) => 'normal' | 'high'
  besideEvent: Listed
}

// @__NO_SIDE_EFFECTS__
export function defineKind<
  const Of extends KindFamily,
  Schema extends v.GenericSchema,
  const To extends RecipientGroup,
  const Listed extends EventPageListing,
>(facts: KindDefinition<Of, Schema, To, Listed>): KindDefinition<Of, Schema, To, Listed> {
  return facts
}

export const always = () => true
export const never = () => false
export const normalUrgency = () => 'normal' as const
export const everyChannel = DeliveryChannel.options
/** For those who whoever writes it says. */
export const toNamed = {
  family: 'notification',
  recipients: 'named',
  ignoresQuietHours: never,
  urgency: normalUrgency,
  besideEvent: 'never',
} as const
export const notice = {
  ...toNamed,
  family: 'notice',
  defaultChannels: ['email', 'in_app'],
  ignoresQuietHours: always,
} as const
export const campaignMail = {
  ...toNamed,
  family: 'campaign_mail',
  defaultChannels: ['email'],
} as const
