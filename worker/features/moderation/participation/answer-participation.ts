import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { EventId, StreamerId } from '#worker/contracts/ids.ts'
import { e, p, s, r } from '#worker/db/aliases.ts'
import { inOrder, type Statement } from '#worker/db/client.ts'
import { eventParticipants, events, participationAnswers } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import { buildSetSql, excluded, insert, remove } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import type { AuditAction } from '#worker/features/moderation/audit/contract.ts'
import {
  queueBroadcasts,
  announceNewEvent,
} from '#worker/features/notifications/fan-out/broadcasts.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import type { ParticipationsView, ParticipationView } from './contract.ts'
import {
  canAnswerParticipation,
  isListedParticipation,
  isOpenParticipation,
  participantNameColumns,
  participationFromClause,
  selectParticipation,
  selectParticipations,
  toParticipation,
  type Participation,
} from './participation-rows.ts'

const others = alias(eventParticipants, 'others')

type ParticipationAnswer = 'confirmed' | 'removed' | null
type ParticipationKey = { eventId: EventId; streamerId: StreamerId }

const acts: Record<'confirmed' | 'removed' | 'none', AuditAction> = {
  confirmed: 'confirm_participation',
  removed: 'end_participation',
  none: 'unconfirm_participation',
}

export async function listParticipations(ctx: Ctx<Member>): Promise<ParticipationsView> {
  const { found } = await read(ctx, { found: selectParticipations(ctx.now, ctx.actor.userId) })
  return { items: found.map(toParticipation) }
}

function insertAnswer({ now }: Ctx, participation: Participation, answer: 'confirmed' | 'removed') {
  const { answer: column, answeredAt } = participationAnswers
  return insert(
    participationAnswers,
    { eventId: e.id, streamerId: s.id, answer, answeredAt: now, ...participantNameColumns },
    {
      from: participationFromClause(participation),
      where: sql`${isOpenParticipation(now)} and ${canAnswerParticipation} and ${isListedParticipation}`,
      onConflict: sql`(event_id, streamer_id) do update
        set ${buildSetSql(participationAnswers, { answer: excluded(column), answeredAt: excluded(answeredAt) })}
        where ${column} <> ${excluded(column)}`,
    },
  )
}

function removeConfirmation({ now }: Ctx, participation: Participation): Statement {
  const { eventId, streamerId, answer } = participationAnswers
  return remove(participationAnswers, {
    where: sql`${eventId} = ${participation.eventId} and ${streamerId} = ${participation.streamerId}
      and ${answer} = 'confirmed'
      and exists (select 1 from ${participationFromClause(participation)} where ${isOpenParticipation(now)} and ${canAnswerParticipation})`,
  })
}

function restoreParticipant(participation: Participation): Statement {
  const position = sql<number>`(select coalesce(max(${others.position}), -1) + 1 from ${others}
    where ${others.eventId} = ${e.id})`
  return insert(
    eventParticipants,
    { eventId: e.id, position, streamerId: s.id, ...participantNameColumns },
    {
      from: participationFromClause(participation),
      where: sql`${r.answer} = 'confirmed' and ${p.position} is null`,
    },
  )
}

/** Once reviewed, an event is announced to the followers of all that it names. */
function isEventUnreviewed(eventId: EventId): SQL {
  return sql`exists (select 1 from ${events}
    where ${events.id} = ${eventId} and ${events.reviewedAt} is null)`
}

function buildAnswerStatements(
  ctx: Ctx,
  participation: Participation,
  answer: ParticipationAnswer,
) {
  const change =
    answer === null
      ? removeConfirmation(ctx, participation)
      : insertAnswer(ctx, participation, answer)
  return inOrder([
    auditChange(ctx, change, {
      act: acts[answer ?? 'none'],
      subject: 'event',
      id: participation.eventId,
    }),
    ...(answer === 'confirmed'
      ? [
          restoreParticipant(participation),
          announceNewEvent(ctx, participation.eventId, isEventUnreviewed(participation.eventId)),
        ]
      : []),
  ])
}

async function answerParticipation(
  ctx: Ctx<Member>,
  named: ParticipationKey,
  answer: ParticipationAnswer,
): Promise<ParticipationView> {
  const participation = { userId: ctx.actor.userId, ...named }
  const { before } = await read(ctx, { before: selectParticipation(ctx.now, participation) })
  if (!before) throw new AppError('not_found', 'participation_not_found')
  if (!before.isOpen) throw new AppError('conflict', 'participation_closed')
  if (!before.canAnswer) throw new AppError('conflict', 'participation_not_proven')
  // Taking back a confirmation brings nobody back who removed themselves.
  const isGiven = before.answer === answer || (answer === null && before.answer === 'removed')
  if (isGiven) return toParticipation(before)
  const { after } = await write(ctx, {
    changes: buildAnswerStatements(ctx, participation, answer),
    after: selectParticipation(ctx.now, participation),
  })
  // An edit took them off the event meanwhile, or its streamer became another's.
  if (after?.answer !== answer) throw new AppError('not_found', 'participation_not_found')
  const { eventId, streamerId } = named
  if (answer === 'confirmed') await queueBroadcasts(ctx, eventId)
  await queuePurge(ctx, { type: 'event', id: eventId }, { type: 'streamer', id: streamerId })
  return toParticipation(after)
}

/**
 * A member who removed themselves and confirms is back on the event.
 * @throws AppError `participation_not_found`, `participation_closed`, `participation_not_proven`
 */
export function confirmParticipation(
  ctx: Ctx<Contributor>,
  { confirmed, ...named }: ParticipationKey & { confirmed: boolean },
): Promise<ParticipationView> {
  return answerParticipation(ctx, named, confirmed ? 'confirmed' : null)
}

/**
 * The member stays off the event, whoever names them there again.
 * @throws AppError as `confirmParticipation`
 */
export function endParticipation(
  ctx: Ctx<Member>,
  named: ParticipationKey,
): Promise<ParticipationView> {
  return answerParticipation(ctx, named, 'removed')
}
