import type { R2ObjectBody } from '@cloudflare/workers-types'
import { sql } from 'drizzle-orm'
import { maxEventDurationMs } from '#worker/contracts/durations.ts'
import { read, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { locales, type Locale } from '#worker/locale/locales.ts'
import { e } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import type { RowOf } from '#worker/db/row.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { selectEventDetails } from '#worker/features/events/event-rows.ts'
import { assertApprovedEvent } from '#worker/features/events/related-events.ts'
import {
  requestSocialCards,
  toCardMessages,
} from '#worker/features/media/generated-images/request-social-cards.ts'

const contentType = 'image/png'
/** Goes up when cards look different, so that those of coming events are drawn anew. */
const designVersion = 3
const maxEventsChecked = 200
/** Between the drawings of two events, for the requests of a laptop, which has one isolate. */
const pauseSeconds = 1

export function cardKey(id: number, locale: Locale): string {
  return `cards/events/${id}/${locale}.png`
}

/** @throws AppError `event_not_found` also for events taken back, whose cards stay in the bucket */
export async function findCard(
  ctx: Ctx,
  id: EventId,
  locale: Locale,
): Promise<R2ObjectBody | null> {
  await read(ctx, [assertApprovedEvent({ id })])
  return ctx.media.get(cardKey(id, locale))
}

export const selectApprovedEventDetails = prepare(({ id }: Params<{ id: number }>) =>
  first(selectEventDetails(sql`where ${e.id} = ${id} and ${equals(e.status, 'approved')}`)),
)

// One event a message, so that hundreds of imported ones hold up no delivery. A file import has no
// queue: the minutely and the hourly job look for missing cards.
export async function drawCardsInTurn(
  ctx: Ctx<System>,
  { eventId, others = [] }: { eventId: number; others?: number[] },
): Promise<void> {
  try {
    await drawCards(ctx, eventId)
  } catch (error) {
    if (others.length === 0) throw error
    await ctx.send(toCardMessages([eventId]))
  }
  await ctx.send(toCardMessages(others), { delaySeconds: pauseSeconds })
}

async function drawCards(ctx: Ctx<System>, eventId: number): Promise<void> {
  const { event } = await read(ctx, { event: selectApprovedEventDetails({ id: eventId }) })
  if (!event || (await isCardDrawn(ctx, event))) return
  const { compositeImages } = await import('./card-engine.ts')
  const { toCardDrawings } = await import('./card-content.ts')
  const { ground, words } = toCardDrawings(event)
  const files = await compositeImages(ground, words)
  for (const [index, locale] of locales.entries()) {
    await ctx.media.put(cardKey(eventId, locale), files[index] ?? new Uint8Array(), {
      httpMetadata: { contentType },
      customMetadata: { drawnFrom: toCardVersion(event) },
    })
  }
}

const versionColumns = { id: e.id, updatedAt: e.updatedAt, cancelledAt: e.cancelledAt }
export type CardVersionRow = RowOf<typeof versionColumns>

export function toCardVersion({ updatedAt, cancelledAt }: CardVersionRow): string {
  return `${designVersion}-${Math.max(updatedAt, cancelledAt ?? 0)}`
}

/** The card of the event as it is now; the last language that is drawn is there when the others are. */
export async function isCardDrawn(
  { media }: Ctx,
  event: CardVersionRow,
  locale: Locale = locales.at(-1) ?? 'en',
): Promise<boolean> {
  const card = await media.head(cardKey(event.id, locale))
  return card?.customMetadata?.['drawnFrom'] === toCardVersion(event)
}

export async function requestMissingCards(ctx: Ctx<System>): Promise<void> {
  const { now, config } = ctx
  if (config.SHARE_CARDS === 'off') return
  const { upcoming } = await read(ctx, {
    upcoming: select(
      versionColumns,
      sql`from ${e} where ${e.status} = 'approved' and ${e.startAt} > ${now - maxEventDurationMs}
          and ${e.endAt} > ${now} order by ${e.startAt} limit ${maxEventsChecked}`,
    ),
  })
  const missing = await Promise.all(
    upcoming.map(async (event) => ((await isCardDrawn(ctx, event)) ? [] : [event.id])),
  )
  await requestSocialCards(ctx, ...missing.flat())
}
