import type { Ctx } from '#worker/context.ts'
import { describeError } from '#worker/logging/log.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'

/** One message, however many events: others never wait in the queue behind more than one drawing. */
export function toCardMessages([eventId, ...others]: readonly number[]): QueueMessage[] {
  return eventId === undefined ? [] : [{ type: 'draw_cards', eventId, others }]
}

/** A card that cannot be asked for is left to the hourly job. */
export async function requestSocialCards(ctx: Ctx, ...eventIds: number[]): Promise<void> {
  if (ctx.config.SHARE_CARDS === 'off') return
  try {
    await ctx.send(toCardMessages(eventIds))
  } catch (error) {
    ctx.log({ event: 'message_not_queued', type: 'draw_cards', ...describeError(error) })
  }
}
