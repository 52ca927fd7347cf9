import { m } from '#messages'
import type { Ctx } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import { AppError } from '#worker/api/errors.ts'
import type { EventAction } from './contract.ts'
import type { LastDecision } from './decisions.ts'
import type { EventSnapshot } from './event-snapshot.ts'

type DecisionMessage = (
  inputs: { name: string; time: string },
  options: { locale: Locale },
) => string
const texts: Record<Exclude<EventAction, 'edit' | 'review'>, DecisionMessage> = {
  approve: m.decided_approve,
  cancel_approval: m.decided_cancel_approval,
  reject: m.decided_reject,
  reset: m.decided_reset,
  disable: m.decided_disable,
  enable: m.decided_enable,
  cancel: m.decided_cancel,
  withdraw: m.decided_withdraw,
}

/** Undefined once an edit sent the event back to review. */
function findStandingDecision({
  decision: last,
  status,
  approveAt,
}: EventSnapshot): LastDecision | undefined {
  if (last?.status !== status) return undefined
  const isLapsed = last.act === 'approve' && status === 'pending' && approveAt === null
  return isLapsed ? undefined : last
}

export function createTransitionConflict(ctx: Ctx, snapshot: EventSnapshot): AppError {
  const decision = snapshot.isActorReviewer ? findStandingDecision(snapshot) : undefined
  return decision
    ? createAlreadyDecidedError(ctx, snapshot, decision)
    : new AppError('conflict', 'transition_not_allowed')
}

export function createConflictAfterRace(
  ctx: Ctx,
  previousSnapshot: EventSnapshot,
  after: EventSnapshot | undefined,
): AppError {
  if (!after) return new AppError('not_found', 'event_not_found')
  return after.decision?.id === previousSnapshot.decision?.id
    ? createEventRevisionConflict(ctx, after)
    : createTransitionConflict(ctx, after)
}

export function createEventRevisionConflict(ctx: Ctx, { updatedAt }: EventSnapshot): AppError {
  return new AppError('conflict', 'changed_meanwhile', {
    details: { updated_at: toInstant(updatedAt) },
    msg: m.decided_changed({}, { locale: ctx.locale }),
  })
}

function createAlreadyDecidedError(
  ctx: Ctx,
  snapshot: EventSnapshot,
  decision: LastDecision,
): AppError {
  const { by, at, act, status } = decision
  return new AppError('conflict', 'already_decided', {
    details: { by, at, status, act },
    msg: formatDecision(ctx, decision, snapshot.timeZone ?? 'UTC'),
  })
}

function formatDecision({ locale }: Ctx, decision: LastDecision, timeZone: string): string {
  const { by, at, act, isSystem } = decision
  const time = new Intl.DateTimeFormat(languageTags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(Date.parse(at))
  const fallback = isSystem ? 'Hypecal' : m.decided_former({}, { locale })
  const text = act === 'edit' || act === 'review' ? m.decided_approve : texts[act]
  return text({ name: by ?? fallback, time: `${time} (${timeZone})` }, { locale })
}
