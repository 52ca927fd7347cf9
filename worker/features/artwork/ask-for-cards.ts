import type { Ctx } from '#worker/context.ts'

/** Asks for an event's share cards to be drawn, soon; what cannot be asked for is left to the hourly job. */
export async function askForCards(ctx: Ctx, eventId: number): Promise<void> {
  if (ctx.config.SHARE_CARDS === 'off') return
  try {
    await ctx.send([{ type: 'draw_cards', eventId }])
  } catch (error) {
    console.error(JSON.stringify({ cards: error instanceof Error ? error.message : 'not queued' }))
  }
}
