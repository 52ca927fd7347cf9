import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Results } from '#worker/db/client.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import {
  type NotificationsQuery,
  type NotificationsView,
  type NotificationView,
  type ReadInput,
} from './contract.ts'
import { kindsWithout } from './kinds.ts'
import {
  digestEvents,
  eventColumns,
  plainBody,
  toNotification,
  type NotificationRow,
} from './copy/notification.ts'
import { notificationText } from '#worker/features/notifications/rules/kind-rules.ts'
import { plainTextFormatter, type TimeFormat } from './copy/formatter.ts'

type InboxRow = {
  id: number
  sentAt: number
  readAt: number | null
} & NotificationRow &
  TimeFormat

function toInboxItem(ctx: Ctx, row: InboxRow): NotificationView {
  const { id, kind, sentAt } = row
  const words = notificationText(toNotification(row), plainTextFormatter(ctx.locale, row))
  const { title, path } = words
  const text = plainBody(words)
  return { id, kind, title, text, path, at: toInstant(sentAt), is_read: row.readAt !== null }
}

const cursors = defineCursors('notifications', [CursorNumber])

const rewardKinds = kindsWithout('ungamified')

/** Of a delivery `d`: gamification is hidden from members who switched it off. */
const isShown = sql`(d.kind not in ${rewardKinds}
  or exists (select 1 from users where id = d.user_id and is_gamified = 1))`

/** The statements that load one part of the bell's list, and how much of it is unread. */
export function selectInbox(ctx: Ctx<Member>, { limit, cursor }: NotificationsQuery) {
  const { userId } = ctx.actor
  const [before] = cursors.keysOf(ctx, cursor) ?? [Number.MAX_SAFE_INTEGER]
  return [
    rows<InboxRow>(
      ctx.db,
      sql`select d.id, d.kind, d.payload, d.sent_at as sentAt, d.read_at as readAt,
          u.timezone_name as timeZone, u.hour_cycle as hourCycle, ${eventColumns},
          ${digestEvents(sql`d`)} as listed
        from deliveries d join users u on u.id = d.user_id left join events e on e.id = d.event_id
        where d.user_id = ${userId} and d.channel = 'in_app' and d.id < ${before} and ${isShown}
        order by d.id desc limit ${limit + 1}`,
    ),
    selectUnread(ctx),
  ] as const
}

function selectUnread({ db, actor }: Ctx<Member>) {
  return rows<{ count: number }>(
    db,
    sql`select count(*) as count from deliveries d
      where d.user_id = ${actor.userId} and d.channel = 'in_app' and d.read_at is null and ${isShown}`,
  )
}

export function toInbox(
  ctx: Ctx<Member>,
  limit: number,
  [found, [unread]]: Results<ReturnType<typeof selectInbox>>,
): NotificationsView {
  const page = toCursorPage(found, limit, {
    toItem: (row) => toInboxItem(ctx, row),
    cursorAfter: ({ id }) => cursors.after([id]),
  })
  return { ...page, unread_count: unread?.count ?? 0 }
}

/** The bell's list, newest first, worded in the reader's language. */
export async function listNotifications(
  ctx: Ctx<Member>,
  query: NotificationsQuery,
): Promise<NotificationsView> {
  return toInbox(ctx, query.limit, await read(ctx, selectInbox(ctx, query)))
}

/** Marks the named ones, or all, as read. */
export async function markRead(
  ctx: Ctx<Member>,
  { ids }: ReadInput,
): Promise<{ unread_count: number }> {
  const { userId } = ctx.actor
  const named = ids ? sql`and id in (select value from json_each(${JSON.stringify(ids)}))` : sql``
  const [, [unread]] = await write(ctx, [
    rows(
      ctx.db,
      sql`update deliveries set read_at = ${ctx.now} where user_id = ${userId}
        and channel = 'in_app' and read_at is null ${named}`,
    ),
    selectUnread(ctx),
  ])
  return { unread_count: unread?.count ?? 0 }
}
