import type { Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { DeliveryChannel, NotificationKind } from '#worker/features/notifications/kinds.ts'

export const kindsWithHypeLinks: readonly NotificationKind[] = ['reminder', 'event_changed']

export function eventCardKey(eventId: EventId, locale: Locale): string {
  return `cards/events/${eventId}/${locale}.png`
}

type CardDeliveryRow = {
  kind: string
  channel: DeliveryChannel
  eventId: EventId | null
  locale: Locale
  hasCard: boolean
}

function findCardKey({ kind, channel, eventId, locale }: CardDeliveryRow): string | undefined {
  const isShown = kindsWithHypeLinks.some((one) => one === kind)
  const showsPictures = channel === 'email' || channel === 'push'
  return isShown && showsPictures && eventId !== null ? eventCardKey(eventId, locale) : undefined
}

/** Only drawn cards are shown: the default picture says nothing of the event. */
export async function markDeliveriesWithCards<Delivery extends CardDeliveryRow>(
  { media, config }: Ctx,
  rows: readonly Delivery[],
): Promise<Delivery[]> {
  const keys = new Set(config.SHARE_CARDS === 'off' ? [] : rows.map(findCardKey))
  const found = await Promise.all(
    [...keys].map(async (key) => (key && (await media.head(key).catch(() => null)) ? key : '')),
  )
  return rows.map((row) => ({ ...row, hasCard: found.includes(findCardKey(row) ?? ' ') }))
}
