import { sql, type SQL } from 'drizzle-orm'
import { mostOwnMarks, reminderMarks } from '#worker/contracts/reminder-marks.ts'
import { read, writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { AppError } from '#worker/api/errors.ts'
import { inOrder } from '#worker/db/client.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { ownReminders } from '#worker/db/schema/reminders.ts'
import { select } from '#worker/db/statement.ts'
import { insert, remove } from '#worker/db/writes.ts'
import { takesNearMarks, type OwnMarks } from '#worker/features/notifications/contract.ts'
import { keepEvenings } from '#worker/features/notifications/fan-out/evenings.ts'
import { selectGeneralMarks, selectMarksOfEvent } from './chosen-marks.ts'
import { selectChannelSwitches, toChannelSettings } from './preferences.ts'

/** Marks of all events without a choice of their own. */
export async function setGeneralMarks(ctx: Ctx<Member>, { marks }: OwnMarks): Promise<OwnMarks> {
  const found = await read(ctx, {
    ...selectChannelSwitches(ctx),
    before: selectGeneralMarks(ctx.actor),
  })
  return saveMarks(ctx, { found, marks, eventId: null })
}

/** @throws AppError `event_not_found` also of one that is not hyped */
export async function setMarksOfEvent(
  ctx: Ctx<Member>,
  eventId: EventId,
  { marks }: OwnMarks,
): Promise<OwnMarks> {
  const { userId } = ctx.actor
  const found = await read(ctx, {
    ...selectChannelSwitches(ctx),
    before: selectMarksOfEvent({ userId, eventId }),
    hyped: select(
      { id: events.id },
      sql`from ${hypes} join ${events} on ${events.id} = ${hypes.eventId}
        where ${hypes.eventId} = ${eventId} and ${hypes.userId} = ${userId}
          and ${events.status} = 'approved'`,
    ),
  })
  if (found.hyped.length === 0) throw new AppError('not_found', 'event_not_found')
  return saveMarks(ctx, { found, marks, eventId })
}

type Choice = OwnMarks & { eventId: EventId | null }
type ChoiceToSave = Choice & {
  found: Parameters<typeof toChannelSettings>[0] & { before: { mark: OwnMarks['marks'][number] }[] }
}

/** @throws AppError `mark_needs_push` where one that is added would arrive by no channel */
async function saveMarks(ctx: Ctx<Member>, { found, ...choice }: ChoiceToSave): Promise<OwnMarks> {
  const { marks } = choice
  const kept = found.before.map(({ mark }) => mark)
  const added = marks.filter((mark) => !kept.includes(mark))
  if (
    added.some((mark) => reminderMarks[mark].needsPush) &&
    !takesNearMarks(toChannelSettings(found))
  ) {
    throw new AppError('conflict', 'mark_needs_push')
  }
  const zone = found.recipient?.timeZone ?? 'UTC'
  await writeInOrder(ctx, [
    replaceMarks(ctx, choice),
    ...(marks.includes('evening') ? [keepEvenings([zone], ctx.now)] : []),
  ])
  return { marks }
}

const slots = JSON.stringify(Array.from({ length: mostOwnMarks }, (_, index) => index + 1))

/** One that stays keeps the time of its choice; none for an event is a choice too. */
function replaceMarks({ actor, now }: Ctx<Member>, { eventId, marks }: Choice) {
  const { mark, slot } = ownReminders
  const isOfChoice: SQL = sql`${ownReminders.userId} = ${actor.userId}
    and ${ownReminders.eventId} is ${eventId}`
  const wanted = eventId !== null && marks.length === 0 ? [null] : marks
  return inOrder([
    remove(ownReminders, {
      where: sql`${isOfChoice} and (${mark} is null
        or ${mark} not in (select value from json_each(${JSON.stringify(marks)})))`,
    }),
    ...wanted.map((one) =>
      insert(
        ownReminders,
        {
          userId: actor.userId,
          eventId,
          slot: sql<number>`(select min(free.value) from json_each(${slots}) free
            where free.value not in (select ${slot} from ${ownReminders} where ${isOfChoice}))`,
          mark: one,
          createdAt: now,
        },
        {
          where: sql`not exists (select 1 from ${ownReminders}
            where ${isOfChoice} and ${mark} is ${one})`,
        },
      ),
    ),
  ])
}
