import { sql, type SQL } from 'drizzle-orm'
import { m } from '#messages'
import { read, writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { e, u } from '#worker/db/aliases.ts'
import type { Results } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { notNullable, type RowOf } from '#worker/db/row.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import {
  type NotificationsQuery,
  type NotificationsView,
  type NotificationView,
  type MarkReadInput,
} from './contract.ts'
import { listKindsExcludedFor, type CampaignPayload, type InboxKind } from './kinds.ts'
import {
  digestEventsJson,
  notificationEvent,
  formatPlainBody,
  toNotification,
} from './copy/notification.ts'
import { acceptAnnouncedTerms } from './campaigns/announcements.ts'
import { c } from './campaigns/campaign-rows.ts'
import { timeFormatColumns } from './preferences/time-format.ts'
import { toReadablePath } from '#worker/features/notifications/copy/decision-path.ts'
import { composeNotificationText } from './rules/kind-rules.ts'
import { createPlainTextFormatter } from './copy/formatter.ts'

const d = alias(deliveries, 'd')

const inboxColumns = {
  id: d.id,
  kind: sql<InboxKind>`${d.kind}`,
  payload: sql<string>`${d.payload}`,
  sentAt: notNullable(d.sentAt),
  readAt: d.readAt,
  ...timeFormatColumns(u),
  event: notificationEvent,
  listed: digestEventsJson(d),
}
const inboxColumnsIn = (locale: SQL<Locale>) => ({
  ...inboxColumns,
  /** Title of an announcement. */
  subject: sql<string | null>`(select ${c.texts} ->> ('$.' || ${locale} || '.subject') from ${c}
    where ${d.kind} = 'service_notice' and ${c.id} = ${d.payload} ->> 'campaign')`,
})
type InboxRow = RowOf<ReturnType<typeof inboxColumnsIn>>

function composeInboxText(ctx: Ctx, row: InboxRow) {
  const { kind, subject, payload } = row
  if (kind === 'service_notice') {
    const { campaign } = JSON.parse(payload) as CampaignPayload
    const text = m.announcement_bell({}, { locale: ctx.locale })
    return { title: subject ?? '', text, path: `/announcements/${campaign}` }
  }
  const formatter = createPlainTextFormatter(ctx.locale, row, ctx.now)
  const notification = toNotification({ ...row, kind })
  const words = composeNotificationText(notification, formatter)
  const path = toReadablePath(ctx, notification, words.path)
  return { title: words.title, text: formatPlainBody(words), path }
}

function toNotificationView(ctx: Ctx, row: InboxRow): NotificationView {
  const { id, kind, sentAt } = row
  const { title, text, path } = composeInboxText(ctx, row)
  return { id, kind, title, text, path, at: toInstant(sentAt), is_read: row.readAt !== null }
}

const cursors = defineCursors('notifications', [CursorNumber])

const rewardKinds = listKindsExcludedFor('ungamified')

/** Gamification is hidden from who switched it off. */
function isShownIn(table: typeof deliveries): SQL {
  return sql`${equals(table.channel, 'in_app')} and json_valid(${table.payload})
    and (${table.kind} not in ${rewardKinds}
      or exists (select 1 from ${users} where ${users.id} = ${table.userId} and ${users.isGamified}))`
}
const isShown = isShownIn(d)

const bell = alias(deliveries, 'bell')

/** For a statement about others of their notifications. */
export function countUnread(userId: SQL | typeof deliveries.userId): SQL<number> {
  return sql<number>`(select count(*) from ${bell}
    where ${bell.userId} = ${userId} and ${bell.readAt} is null and ${isShownIn(bell)})`
}

const inboxTables = sql`${d} join ${u} on ${u.id} = ${d.userId} left join ${e} on ${e.id} = ${d.eventId}`

type InboxPageQuery = { userId: UserId; locale: Locale; before: number; limit: number }

const selectPart = prepare(({ userId, locale, before, limit }: Params<InboxPageQuery>) =>
  select(
    inboxColumnsIn(locale),
    sql`from ${inboxTables}
      where ${d.userId} = ${userId} and ${d.id} < ${before} and ${isShown}
      order by ${d.id} desc limit ${limit}`,
  ),
)

const selectUnread = prepare(({ userId }: Params<{ userId: UserId }>) =>
  selectFirst(
    { count: sql<number>`count(*)` },
    sql`from ${d} where ${d.userId} = ${userId} and ${d.readAt} is null and ${isShown}`,
  ),
)

const selectAnnouncement = prepare(
  ({ userId, locale }: Params<{ userId: UserId; locale: Locale }>) =>
    selectFirst(
      inboxColumnsIn(locale),
      sql`from ${inboxTables} where ${d.userId} = ${userId} and ${d.readAt} is null
        and ${equals(d.channel, 'in_app')} and ${d.kind} = 'service_notice'
        order by ${d.id} desc limit 1`,
    ),
)

export function selectInbox(ctx: Ctx<Member>, { limit, cursor }: NotificationsQuery) {
  const { userId } = ctx.actor
  const { locale } = ctx
  const [before] = cursors.keysOf(ctx, cursor) ?? [Number.MAX_SAFE_INTEGER]
  return {
    part: selectPart({ userId, locale, before, limit: limit + 1 }),
    unread: selectUnread({ userId }),
    announcement: selectAnnouncement({ userId, locale }),
  }
}

export function toInbox(
  ctx: Ctx<Member>,
  limit: number,
  { part, unread, announcement }: Results<ReturnType<typeof selectInbox>>,
): NotificationsView {
  const page = toCursorPage(part, limit, {
    toItem: (row) => toNotificationView(ctx, row),
    cursorAfter: ({ id }) => cursors.after([id]),
  })
  return {
    ...page,
    unread_count: unread?.count ?? 0,
    announcement: announcement ? toNotificationView(ctx, announcement) : null,
  }
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
  const { unread } = await writeInOrder(ctx, {
    accepted: ids ? acceptAnnouncedTerms({ userId, now: ctx.now, ids: JSON.stringify(ids) }) : [],
    marked: markPart({ userId, now: ctx.now, ids: ids ? JSON.stringify(ids) : null }),
    unread: selectUnread({ userId }),
  })
  return { unread_count: unread?.count ?? 0 }
}
