import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { e, u } from '#worker/db/aliases.ts'
import type { Results } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { notNullable, type RowOf } from '#worker/db/row.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import {
  type NotificationsQuery,
  type NotificationsView,
  type NotificationView,
  type MarkReadInput,
} from './contract.ts'
import { listKindsExcludedFor, type NotificationKind } from './kinds.ts'
import {
  digestEventsJson,
  notificationEvent,
  formatPlainBody,
  toNotification,
} from './copy/notification.ts'
import { timeFormatColumns } from './preferences/time-format.ts'
import { toReadablePath } from '#worker/features/moderation/decisions/decision-path.ts'
import { composeNotificationText } from './rules/kind-rules.ts'
import { createPlainTextFormatter } from './copy/formatter.ts'

const d = alias(deliveries, 'd')

const inboxColumns = {
  id: d.id,
  kind: sql<NotificationKind>`${d.kind}`,
  payload: sql<string>`${d.payload}`,
  sentAt: notNullable(d.sentAt),
  readAt: d.readAt,
  ...timeFormatColumns(u),
  event: notificationEvent,
  listed: digestEventsJson(d),
}
type InboxRow = RowOf<typeof inboxColumns>

function toNotificationView(ctx: Ctx, row: InboxRow): NotificationView {
  const { id, kind, sentAt } = row
  const notification = toNotification(row)
  const words = composeNotificationText(
    notification,
    createPlainTextFormatter(ctx.locale, row, ctx.now),
  )
  const { title } = words
  const path = toReadablePath(ctx, notification, words.path)
  const text = formatPlainBody(words)
  return { id, kind, title, text, path, at: toInstant(sentAt), is_read: row.readAt !== null }
}

const cursors = defineCursors('notifications', [CursorNumber])

const rewardKinds = listKindsExcludedFor('ungamified')

/** Gamification is hidden from who switched it off. */
const isShown = sql`${equals(d.channel, 'in_app')} and json_valid(${d.payload}) and (${d.kind} not in ${rewardKinds}
  or exists (select 1 from ${users} where ${users.id} = ${d.userId} and ${users.isGamified}))`

type InboxPageQuery = { userId: UserId; before: number; limit: number }

const selectPart = prepare(({ userId, before, limit }: Params<InboxPageQuery>) =>
  select(
    inboxColumns,
    sql`from ${d} join ${u} on ${u.id} = ${d.userId} left join ${e} on ${e.id} = ${d.eventId}
      where ${d.userId} = ${userId} and ${d.id} < ${before} and ${isShown}
      order by ${d.id} desc limit ${limit}`,
  ),
)

const selectUnread = prepare(({ userId }: Params<{ userId: UserId }>) =>
  first(
    select(
      { count: sql<number>`count(*)` },
      sql`from ${d} where ${d.userId} = ${userId} and ${d.readAt} is null and ${isShown}`,
    ),
  ),
)

export function selectInbox(ctx: Ctx<Member>, { limit, cursor }: NotificationsQuery) {
  const { userId } = ctx.actor
  const [before] = cursors.keysOf(ctx, cursor) ?? [Number.MAX_SAFE_INTEGER]
  return {
    part: selectPart({ userId, before, limit: limit + 1 }),
    unread: selectUnread({ userId }),
  }
}

export function toInbox(
  ctx: Ctx<Member>,
  limit: number,
  { part, unread }: Results<ReturnType<typeof selectInbox>>,
): NotificationsView {
  const page = toCursorPage(part, limit, {
    toItem: (row) => toNotificationView(ctx, row),
    cursorAfter: ({ id }) => cursors.after([id]),
  })
  return { ...page, unread_count: unread?.count ?? 0 }
}

export async function listNotifications(
  ctx: Ctx<Member>,
  query: NotificationsQuery,
): Promise<NotificationsView> {
  return toInbox(ctx, query.limit, await read(ctx, selectInbox(ctx, query)))
}

type ReadMark = { userId: UserId; now: number; ids: string | null }

const markPart = prepare(({ userId, now, ids }: Params<ReadMark>) =>
  update(
    deliveries,
    { readAt: now },
    {
      where: sql`${deliveries.userId} = ${userId} and ${equals(deliveries.channel, 'in_app')}
        and ${deliveries.readAt} is null
        and (${ids} is null or ${deliveries.id} in (select value from json_each(${ids})))`,
    },
  ),
)

export async function markNotificationsRead(
  ctx: Ctx<Member>,
  { ids }: MarkReadInput,
): Promise<{ unread_count: number }> {
  const { userId } = ctx.actor
  const { unread } = await write(ctx, {
    marked: markPart({ userId, now: ctx.now, ids: ids ? JSON.stringify(ids) : null }),
    unread: selectUnread({ userId }),
  })
  return { unread_count: unread?.count ?? 0 }
}
