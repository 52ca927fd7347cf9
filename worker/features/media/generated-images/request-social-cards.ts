import type { Ctx } from '#worker/context.ts'

/** Asks for the share cards of events to be drawn, soon; what cannot be asked for is left to the hourly job. */
export async function requestSocialCards(ctx: Ctx, ...eventIds: number[]): Promise<void> {
  if (ctx.config.SHARE_CARDS === 'off') return
  try {
    await ctx.send(eventIds.map((eventId) => ({ type: 'draw_cards', eventId })))
  } catch (error) {
    console.error(JSON.stringify({ cards: error instanceof Error ? error.message : 'not queued' }))
  }
}
