import type { Contributor, Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { events } from '#worker/db/schema/events.ts'
import { buildSetSql } from '#worker/db/writes.ts'
import type { ProposalView } from './contract.ts'
import { executeTransition } from './engine.ts'
import { listFollowingDates } from './following-dates.ts'

export function withdrawProposal(ctx: Ctx<Contributor>, eventId: EventId): Promise<ProposalView> {
  return executeTransition(ctx, {
    id: eventId,
    act: 'withdraw',
    roleOf: ({ proposerId }) => (proposerId === ctx.actor.userId ? 'proposer' : 'member'),
    planFor: (snapshot) => ({
      set: buildSetSql(events, { approveAt: null, withdrawnAt: ctx.now }),
      dates: listFollowingDates(snapshot),
    }),
  })
}
