import { sql, type SQL } from 'drizzle-orm'
import { m } from '#messages'
import { achievementName } from '#worker/features/gamification/achievements/texts.ts'
import { isCampaignStillWanted } from '#worker/features/notifications/campaigns/recipients.ts'
import {
  aboutEvent,
  cancelledWords,
  changedWords,
  newEventText,
  proposalText,
  reminderWords,
} from '#worker/features/notifications/copy/event-copy.ts'
import type { ChannelFormatter } from '#worker/features/notifications/copy/formatter.ts'
import { gamificationWords } from '#worker/features/notifications/copy/gamification-copy.ts'
import {
  eventIdsOf,
  type Notification,
  type NotificationOf,
  type NotificationText,
} from '#worker/features/notifications/copy/notification.ts'
import {
  broadcastKinds,
  kinds,
  kindsWithout,
  type BroadcastKind,
  type CampaignMailKind,
  type NotificationKind,
} from '#worker/features/notifications/kinds.ts'
import { participationsIn } from '#worker/features/directory/streamers/participations.ts'

type Copy<Kind extends NotificationKind> = (
  notification: NotificationOf<Kind>,
  formatter: ChannelFormatter,
) => NotificationText

/** What holds for a broadcast, whoever receives it: a condition on its `row` and its event `e`. */
type BroadcastRelevance = { eventCondition: (row: SQL, now: number) => SQL }

/** A condition on `deliveries`; null where it holds for good. */
type Relevance = { isRelevant: ((now: number) => SQL) | null }

type Rules<Kind extends NotificationKind> = (Kind extends BroadcastKind
  ? BroadcastRelevance
  : Relevance) & {
  /** Whether one that was stopped is wanted again when its event `e` is; null where it never is. */
  revival: SQL | null
  copy: Copy<Kind>
}

/** On the event `e`: it is on the agenda, and its start is still to come. */
export function isUpcoming(now: number): SQL {
  return sql`(e.status = 'approved' and e.cancelled_at is null and e.start_at > ${now})`
}

/** Whether the recipient of `row` hypes the event `e`. */
function hypesEvent(row: SQL): SQL {
  return sql`exists (select 1 from hypes h where h.event_id = e.id and h.user_id = ${row}.user_id)`
}

/** Whether the recipient of `row` follows the event `e` by anybody or anything they did not mute. */
export function followsEvent(row: SQL): SQL {
  return sql`(exists (select 1 from game_follows w where w.game_id = e.game_id
      and w.user_id = ${row}.user_id and w.is_notified = 1)
    or exists (select 1 from (${participationsIn(sql`select e.id as id`)}) x
      cross join streamer_follows w
      where w.streamer_id = x.streamer_id and w.user_id = ${row}.user_id and w.is_notified = 1))`
}

const delivery = sql.raw('deliveries')

function seeAchievements({ locale }: ChannelFormatter) {
  return { path: '/achievements', action: m.notification_see_achievements({}, { locale }) }
}

/** The part of the table of kinds that only the worker needs: SQL and words. */
const kindRules: { [Kind in NotificationKind]: Rules<Kind> } = {
  reminder: {
    isRelevant: () => sql`exists (select 1 from events e
      where e.id = deliveries.event_id and e.status = 'approved' and e.cancelled_at is null
        and e.time_certainty = 'exact' and e.start_at = deliveries.deadline_at
        and ${hypesEvent(delivery)})`,
    revival: sql`deliveries.deadline_at = e.start_at`,
    copy: aboutEvent(reminderWords),
  },
  event_changed: {
    eventCondition: (row, now) =>
      sql`(${isUpcoming(now)} and e.start_at = ${row}.payload ->> 'start')`,
    revival: sql`payload ->> 'start' = e.start_at`,
    copy: aboutEvent(changedWords),
  },
  event_cancelled: {
    eventCondition: () => sql`(e.status = 'approved' and e.cancelled_at is not null)`,
    revival: null,
    copy: aboutEvent(cancelledWords),
  },
  new_event_followed: {
    eventCondition: (_row, now) => isUpcoming(now),
    revival: sql`true`,
    copy: newEventText,
  },
  proposal_decision: {
    isRelevant: () => sql`exists (select 1 from events e
      where e.id = deliveries.event_id and e.status = payload ->> 'decision')`,
    revival: null,
    copy: proposalText,
  },
  level_up: {
    isRelevant: null,
    revival: null,
    copy: ({ payload }, formatter) => ({
      title: m.notification_level_up_title({ level: payload.level }, { locale: formatter.locale }),
      text: m.notification_level_up_text({}, { locale: formatter.locale }),
      ...seeAchievements(formatter),
    }),
  },
  achievement: {
    isRelevant: null,
    revival: null,
    copy({ payload }, formatter) {
      const options = { locale: formatter.locale }
      const name = formatter.quote(achievementName(payload.achievement, formatter.locale))
      return {
        title: m.notification_achievement_title({ name }, options),
        text: m.notification_achievement_text({}, options),
        ...seeAchievements(formatter),
      }
    },
  },
  gamification_decision: {
    isRelevant: null,
    revival: null,
    copy: ({ payload }, formatter) => ({
      ...gamificationWords(payload, formatter),
      ...seeAchievements(formatter),
    }),
  },
}

/** What a notification says, as a channel formats it. */
export function notificationText(
  notification: Notification,
  formatter: ChannelFormatter,
): NotificationText {
  const copy = kindRules[notification.kind].copy as Copy<NotificationKind>
  return copy(notification, formatter)
}

function caseOf(kind: SQL, conditions: readonly (readonly [string, SQL])[], otherwise: SQL): SQL {
  const branches = conditions.map(([name, condition]) => sql`when ${name} then ${condition}`)
  return sql`case ${kind} ${sql.join(branches, sql` `)} else ${otherwise} end`
}

/** Whether a broadcast's `row`, with its kind and payload, is still true of its event `e`. */
export function isStillRelevant(row: SQL, now: number): SQL {
  const conditions = broadcastKinds.map(
    (kind) => [kind, kindRules[kind].eventCondition(row, now)] as const,
  )
  return caseOf(sql`${row}.kind`, conditions, sql`false`)
}

const campaignRelevance: Record<CampaignMailKind, SQL> = {
  campaign: isCampaignStillWanted(delivery),
  campaign_test: sql`exists (select 1 from campaigns where id = payload ->> 'campaign')`,
}

function broadcastRelevance(kind: BroadcastKind, now: number): SQL {
  const holds = kindRules[kind].eventCondition(delivery, now)
  return kinds[kind].recipients === 'followers'
    ? sql`exists (select 1 from (${eventIdsOf(delivery)}) t cross join events e on e.id = t.id
        where ${holds} and ${followsEvent(delivery)})`
    : sql`exists (select 1 from events e join hypes h on h.event_id = e.id
          and h.user_id = deliveries.user_id
        where e.id = deliveries.event_id and ${holds})`
}

/** A condition on `deliveries`: what it says still holds. Account mail ends by its deadline alone. */
function isTrue(now: number): SQL {
  const named = Object.entries(kindRules).flatMap(([kind, rules]) =>
    'isRelevant' in rules && rules.isRelevant ? [[kind, rules.isRelevant(now)] as const] : [],
  )
  const broadcasts = broadcastKinds.map((kind) => [kind, broadcastRelevance(kind, now)] as const)
  const campaigns = Object.entries(campaignRelevance)
  return caseOf(sql`kind`, [...named, ...broadcasts, ...campaigns], sql`true`)
}

/** A condition on `deliveries` and their event `e`, which is on the agenda again: it is wanted again. */
export const isRevived: SQL = sql.join(
  Object.entries(kindRules).flatMap(([kind, { revival }]) =>
    revival ? [sql`(kind = ${kind} and ${revival})`] : [],
  ),
  sql` or `,
)

const isReachable = sql`exists (select 1 from users u where u.id = deliveries.user_id
    and (u.is_active = 1 or kind not in ${kindsWithout('inactive')})
    and (u.is_soft_banned = 0 or kind not in ${kindsWithout('restricted')})
    and (u.is_gamified = 1 or kind not in ${kindsWithout('ungamified')})
    and (deliveries.channel <> 'email' or u.email_verified_at is not null
      or kind not in ${kindsWithout('unverified')})
    and (deliveries.channel <> 'discord'
      or (u.discord_webhook is not null and u.discord_disabled_at is null))
    and (deliveries.channel <> 'push' or exists (select 1 from push_subscriptions p
      where p.id = deliveries.subscription_id and p.user_id = u.id)))
  and not exists (select 1 from notification_channels n where n.user_id = deliveries.user_id
    and n.kind = deliveries.kind and n.channel = deliveries.channel and n.is_enabled = 0)`

/** A condition on `deliveries`: the recipient can be reached and wants it, and it is still true. */
export function isStillDeliverable(now: number): SQL {
  return sql`${isReachable} and ${isTrue(now)}`
}
