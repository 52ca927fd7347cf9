import { sql, type SQL } from 'drizzle-orm'
import { read, type Contributor, type Ctx } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { events } from '#worker/db/schema/events.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { buildSetSql } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { toEventColumns } from '#worker/features/events/fields.ts'
import type { ProposalView } from './contract.ts'
import type { OwnEventChange } from './member-contract.ts'
import { commitTransitionSteps, resolveTransition } from './engine.ts'
import { selectEventSnapshots } from './event-snapshot.ts'
import { getMyEvent } from './proposal-lists.ts'
import { memberTimeLimits, selectIsPictureKnown, validateOwnChange } from './proposal-rules.ts'
import { selectEventsOnOwnChannel } from './proposal-rows.ts'
import { announceReschedule } from './publication.ts'

const maxChangesPerDay = 5

/** Undefined while a further change is allowed. */
function selectOldestRecentChange({ now, actor: { userId } }: Ctx<Contributor>, eventId: EventId) {
  const { at, action, actorId, subjectType, subjectId } = auditEntries
  return selectFirst(
    { at },
    sql`from ${auditEntries} where ${subjectType} = 'event' and ${subjectId} = ${eventId}
      and ${action} = 'reset' and ${actorId} = ${userId} and ${at} > ${now - dayMs}
      order by ${at} desc limit 1 offset ${maxChangesPerDay - 1}`,
  )
}

const currentColumns = {
  name: events.name,
  start: events.startAt,
  end: events.endAt,
  timezone: events.timezone,
  time_certainty: events.timeCertainty,
  thumbnail_path: events.thumbnailPath,
}

type ChangeableFields = Required<OwnEventChange>

/** A review was of the former name and picture. */
function ownerChangeAssignments(current: ChangeableFields, changed: ChangeableFields): SQL {
  const isAsSeen =
    changed.name === current.name && changed.thumbnail_path === current.thumbnail_path
  return buildSetSql(events, {
    ...toEventColumns(changed),
    ...(isAsSeen ? {} : { reviewedAt: null }),
  })
}

/** Reset, edited and approved again at once, so that nothing approved is ever modified. */
export async function changeOwnEvent(
  ctx: Ctx<Contributor>,
  { eventId, ...change }: OwnEventChange & { eventId: EventId },
): Promise<ProposalView> {
  const ids = sql`select ${eventId}`
  const { snapshots, own, current, oldest, picture } = await read(ctx, {
    snapshots: selectEventSnapshots(ctx, [eventId]),
    own: selectEventsOnOwnChannel(ids),
    current: selectFirst(currentColumns, sql`from ${events} where ${events.id} = ${eventId}`),
    oldest: selectOldestRecentChange(ctx, eventId),
    picture: selectIsPictureKnown(ctx.actor.userId, change.thumbnail_path),
  })
  const [snapshot] = snapshots
  const isOwner = snapshot?.proposerId === ctx.actor.userId && own.length > 0
  const command = { act: 'reset', roleOf: () => role, planFor: () => reset } as const
  const role = isOwner ? ('owner' as const) : ('member' as const)
  const reset = {
    set: buildSetSql(events, { approveAt: null, previousStartAt: snapshot?.startAt ?? null }),
  }
  const refusal = resolveTransition(ctx, command, snapshot)
  if (refusal instanceof AppError) throw refusal
  if (!snapshot || !current) throw new AppError('not_found', 'event_not_found')
  const changed = { ...current, ...change }
  const isUnchanged = Object.entries(changed).every(
    ([name, value]) => value === current[name as keyof typeof current],
  )
  if (isUnchanged) return getMyEvent(ctx, eventId)
  const limits = { ...memberTimeLimits, keptStart: snapshot.startAt }
  const invalid = validateOwnChange(ctx, { ...changed, ...picture }, limits)
  if (invalid) throw invalid
  if (oldest) {
    const retryAfter = Math.ceil((oldest.at + dayMs - ctx.now) / 1000)
    throw new AppError('rate_limited', 'too_many_changes', { retryAfter })
  }
  return commitTransitionSteps(ctx, snapshot, {
    role: 'owner',
    steps: [
      { act: 'reset', ...reset },
      { act: 'edit', set: ownerChangeAssignments(current, changed) },
      {
        act: 'approve',
        set: buildSetSql(events, { approveAt: null }),
        effects: announceReschedule(ctx, eventId),
      },
    ],
  })
}
