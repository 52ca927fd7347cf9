import type { Ctx, System } from '#worker/context.ts'
import { sendLane } from '#worker/features/notifications/delivery/send-lane.ts'
import { laneNames } from '#worker/contracts/delivery-lanes.ts'

/** A message for each lane, which is over after its page. */
export function everyLane(until: number) {
  return laneNames.map((lane) => ({ type: 'send_lane', lane, until }) as const)
}

export async function sendEveryLane(ctx: Ctx<System>): Promise<void> {
  for (const message of everyLane(ctx.now)) await sendLane(ctx, message)
}
