import type { Ctx } from '#worker/context.ts'
import { describeError } from '#worker/logging/log.ts'

/** Asks for the share cards of events to be drawn, soon; what cannot be asked for is left to the hourly job. */
export async function requestSocialCards(ctx: Ctx, ...eventIds: number[]): Promise<void> {
  if (ctx.config.SHARE_CARDS === 'off') return
  try {
    await ctx.send(eventIds.map((eventId) => ({ type: 'draw_cards', eventId })))
  } catch (error) {
    ctx.log({ event: 'message_not_queued', type: 'draw_cards', ...describeError(error) })
  }
}
