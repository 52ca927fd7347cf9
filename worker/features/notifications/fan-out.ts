import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import {
  isEligibleForNewEvent,
  selectRecipients,
  isStillRelevant,
  followedSubjects,
} from './audience.ts'
import { collect, prefersInstantNotification, batchEvents } from './digest.ts'
import { asJson } from '#worker/features/outbox/outbox.ts'
import { pageSize, writePage } from './pages.ts'
import type {
  AnnouncedKind,
  DigestPayload,
  NoticePayloads,
} from '#worker/features/outbox/payloads.ts'

type AnnouncementOf<Kind extends AnnouncedKind> = {
  kind: Kind
  /** Names the fact, which is told once. This and what follows may read the event `e`. */
  key: SQL | string
  /** An expression where the same transaction makes the event. */
  eventId: SQL | EventId
  /** An expression yields it as JSON. */
  payload: SQL | NoticePayloads[Kind]
  /** Not to be told at or after this instant. */
  deadlineAt: SQL | number
  /** Only write when this holds in the same transaction. */
  when?: SQL
}
type Announcement = { [Kind in AnnouncedKind]: AnnouncementOf<Kind> }[AnnouncedKind]

/**
 * The statement that announces a fact to many, in the transaction of the fact itself. Whatever
 * changes the agenda then has it told; one that is not told yet takes the later deadline of being
 * announced again.
 */
export function announce({ db, now }: Ctx, fact: Announcement): Statement {
  const { kind, key, eventId, payload, deadlineAt, when = sql`true` } = fact
  return rows(
    db,
    sql`insert into notice_fanouts (key, kind, event_id, payload, deadline_at, touched_at, created_at)
      select ${key}, ${kind}, e.id, ${asJson(payload)}, ${deadlineAt}, ${now}, ${now} from events e
      where e.id = ${eventId} and ${deadlineAt} > ${now} and ${when}
      on conflict (key) do update set deadline_at = excluded.deadline_at where done_at is null`,
  )
}

/** Has what was announced of an event told, soon; what cannot be asked for is left to the minute job. */
export async function askForFanOut(ctx: Ctx, ...eventIds: number[]): Promise<void> {
  try {
    await ctx.send(eventIds.map((eventId) => ({ type: 'fan_out_notices', eventId })))
  } catch (error) {
    console.error(
      JSON.stringify({ notices: error instanceof Error ? error.message : 'not queued' }),
    )
  }
}

/** Events whose notices nobody has touched since, told of or too late, for the minute job's one query. */
export function noticesWaiting(now: number, touchedBefore: number): SQL {
  return sql`select 'notices', event_id, 0, 0 from (select distinct f.event_id
    from notice_fanouts f indexed by notice_fanouts_waiting join events e on e.id = f.event_id
    where f.done_at is null and f.touched_at < ${touchedBefore}
      and (f.deadline_at <= ${now} or ${isStillRelevant(sql`f`, now)}))`
}

type Waiting = {
  eventId: EventId
  key: string
  kind: AnnouncedKind
  payload: string
  deadlineAt: number
  after: UserId | 0
}

/**
 * Writes one page of each notice that an event has waiting, and asks for the next. It goes on where
 * the rows say, so that messages may be repeated, reordered or late. While the event is off the
 * agenda its notices wait; one that waited too long is forgotten.
 */
export async function fanOutNotices(
  ctx: Ctx<System>,
  { eventId }: Extract<QueueMessage, { type: 'fan_out_notices' }>,
): Promise<void> {
  const [waiting] = await read(ctx, [
    rows<Waiting>(
      ctx.db,
      sql`select f.event_id as eventId, f.key, f.kind, f.payload, f.deadline_at as deadlineAt, f.after_user_id as after
        from notice_fanouts f join events e on e.id = f.event_id
        where f.event_id = ${eventId} and f.done_at is null
          and (f.deadline_at <= ${ctx.now} or ${isStillRelevant(sql`f`, ctx.now)}) order by f.created_at`,
    ),
  ])
  const timely = waiting.filter(({ deadlineAt }) => deadlineAt > ctx.now)
  if (timely.length < waiting.length) await forgetLate(ctx, eventId)
  let isMore = false
  for (const notice of timely) {
    const last = await tellNext(ctx, notice)
    isMore ||= last !== undefined
  }
  if (isMore) await ctx.send([{ type: 'fan_out_notices', eventId }])
}

async function forgetLate(ctx: Ctx<System>, eventId: number): Promise<void> {
  await write(ctx, [
    rows(
      ctx.db,
      sql`delete from notice_fanouts
        where event_id = ${eventId} and done_at is null and deadline_at <= ${ctx.now}`,
    ),
  ])
}

/** What a notice of a new event tells of, by itself or with others that came at once. */
function newsOf({ eventId, payload }: Waiting) {
  const { events } = JSON.parse(payload) as Partial<DigestPayload>
  return events
    ? { events, payload: batchEvents(events) }
    : { events: [eventId], payload: followedSubjects(eventId) }
}

function tellNext(ctx: Ctx<System>, notice: Waiting) {
  const { eventId, key, kind, payload, deadlineAt, after } = notice
  const isStanding = sql`exists (select 1 from notice_fanouts f join events e on e.id = f.event_id
    where f.key = ${key} and ${isStillRelevant(sql`f`, ctx.now)})`
  const people = selectRecipients(kind, { eventId, after }, isStanding)
  const news = kind === 'new_event_followed' ? newsOf(notice) : undefined
  return writePage(ctx, {
    notice: {
      kind,
      key,
      users: people,
      ...(news
        ? {
            only: sql`${isEligibleForNewEvent(eventId)} and ${prefersInstantNotification(eventId)}`,
          }
        : {}),
      eventId,
      payload: news ? asJson(news.payload) : sql`${payload}`,
      deadlineAt,
    },
    alongside: news ? [collect(ctx, { eventId, events: news.events, users: people })] : [],
    progress: sql`update notice_fanouts set touched_at = ${ctx.now},
        after_user_id = max(after_user_id, coalesce(page.last, 0)),
        done_at = coalesce(done_at, iif(page.count < ${pageSize}, ${ctx.now}, null))
      from (select max(user_id) as last, count(*) as count from (${people})) page
      where key = ${key} and ${isStanding}
      returning after_user_id as after, done_at as doneAt`,
  })
}
