import { sql, type SQL } from 'drizzle-orm'
import { m } from '#messages'
import { e, u } from '#worker/db/aliases.ts'
import { ifValidJson } from '#worker/db/conditions.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { gameFollows, groupFollows, streamerFollows } from '#worker/db/schema/directory.ts'
import { hypes } from '#worker/db/schema/events.ts'
import {
  deliveries,
  notificationChannels,
  pushSubscriptions,
  type digestItems,
  type notificationBroadcasts,
} from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { alias } from '#worker/db/write-sql.ts'
import { achievementName } from '#worker/features/gamification/achievements/texts.ts'
import {
  isCampaignStillWanted,
  isNoticeStillWanted,
} from '#worker/features/notifications/campaigns/recipients.ts'
import {
  createEventTextComposer,
  composeEntriesMissingText,
  composeEventCancelledCopy,
  composeEventChangedCopy,
  composeNewEventText,
  composeParticipantNamedCopy,
  composeProposalDecisionText,
} from '#worker/features/notifications/copy/event-copy.ts'
import { composeReminderCopy } from '#worker/features/notifications/copy/reminder-copy.ts'
import type { ChannelFormatter } from '#worker/features/notifications/copy/formatter.ts'
import { composeDeviceLostText } from '#worker/features/notifications/copy/device-copy.ts'
import {
  composeDecisionText,
  composeReportAnswerText,
} from '#worker/features/notifications/copy/decision-copy.ts'
import { composeGamificationCopy } from '#worker/features/notifications/copy/gamification-copy.ts'
import {
  eventIdsOf,
  type Notification,
  type NotificationOf,
  type NotificationText,
} from '#worker/features/notifications/copy/notification.ts'
import {
  broadcastKinds,
  notificationKinds,
  listKindsExcludedFor,
  type BroadcastKind,
  type CampaignMailKind,
  type NotificationKind,
} from '#worker/features/notifications/kinds.ts'
import { isMarkWanted } from '#worker/features/notifications/preferences/chosen-marks.ts'
import { unansweredParticipantUserIds } from '#worker/features/directory/streamers/unanswered-participants.ts'
import { buildAnnouncedParticipationsSql } from '#worker/features/directory/streamers/participations.ts'

type NotificationTextComposer<Kind extends NotificationKind> = (
  notification: NotificationOf<Kind>,
  formatter: ChannelFormatter,
) => NotificationText

/** In milliseconds, or what stands for it in a statement that is written before it is known. */
type TimeOrSql = number | SQL

type OutboxTable = typeof deliveries | typeof notificationBroadcasts
type MemberTable = typeof deliveries | typeof digestItems

type BroadcastRelevance = { eventCondition: (row: OutboxTable, now: TimeOrSql) => SQL }

/** A condition on `deliveries`; without it they are relevant for good. */
type DeliveryRelevance = { isRelevant?: SQL }

type KindRules<Kind extends NotificationKind> = (Kind extends BroadcastKind
  ? BroadcastRelevance
  : DeliveryRelevance) & {
  /** Whether one that was stopped is wanted again when its event `e` is; without it, it never is. */
  revival?: SQL
  copy: NotificationTextComposer<Kind>
}

function isEventUpcoming(now: TimeOrSql): SQL {
  return sql`(${e.status} = 'approved' and ${e.cancelledAt} is null and ${e.startAt} > ${now})`
}

const proposer = alias(users, 'proposer')

/** Not while the proposer is deactivated or restricted, nor, without a review, once they left. */
export function isEventAnnounceable(now: TimeOrSql): SQL {
  return sql`(${isEventUpcoming(now)} and iif(${e.proposerId} is null, ${e.reviewedAt} is not null,
    exists (select 1 from ${proposer} where ${proposer.id} = ${e.proposerId}
      and ${proposer.isActive} = 1 and ${proposer.isSoftBanned} = 0)))`
}

const hypesOfEvent = sql`${hypes.eventId} = ${e.id} and ${hypes.userId} = ${deliveries.userId}`

const gw = alias(gameFollows, 'gw')
const pw = alias(groupFollows, 'pw')
const w = alias(streamerFollows, 'w')

/** By a subject that they did not mute and whose followers are notified of the event. */
export function recipientFollowsEvent({ userId }: MemberTable): SQL {
  return sql`(exists (select 1 from ${gw} where ${e.reviewedAt} is not null and ${gw.gameId} = ${e.gameId}
      and ${gw.userId} = ${userId} and ${gw.isNotified} = 1)
    or exists (select 1 from ${pw} where ${e.reviewedAt} is not null and ${pw.groupId} = ${e.groupId}
      and ${pw.userId} = ${userId} and ${pw.isNotified} = 1)
    or exists (select 1 from (${buildAnnouncedParticipationsSql(sql`select ${e.id} as id`)}) x cross join ${w}
      where ${w.streamerId} = x.streamer_id and ${w.userId} = ${userId} and ${w.isNotified} = 1))`
}

function linkToAchievements({ locale }: ChannelFormatter) {
  return { path: '/achievements', action: m.notification_see_achievements({}, { locale }) }
}

const kindRules: { [Kind in NotificationKind]: KindRules<Kind> } = {
  reminder: {
    isRelevant: sql`exists (select 1 from ${e}
      where ${e.id} = ${deliveries.eventId} and ${e.status} = 'approved' and ${e.cancelledAt} is null
        and ${e.timeCertainty} = 'exact' and ${e.startAt} = ${deliveries.deadlineAt}
        and exists (select 1 from ${hypes} where ${hypesOfEvent})
        and ${isMarkWanted({ ...deliveries, code: sql`${deliveries.payload} ->> 'hours'` })})`,
    revival: sql`${deliveries.deadlineAt} = ${e.startAt}`,
    copy: createEventTextComposer(composeReminderCopy),
  },
  event_changed: {
    eventCondition: (row, now) =>
      sql`(${isEventUpcoming(now)} and ${e.startAt} = ${row.payload} ->> 'start')`,
    revival: sql`${deliveries.payload} ->> 'start' = ${e.startAt}`,
    copy: createEventTextComposer(composeEventChangedCopy),
  },
  event_cancelled: {
    eventCondition: () => sql`(${e.status} = 'approved' and ${e.cancelledAt} is not null)`,
    copy: createEventTextComposer(composeEventCancelledCopy),
  },
  new_event_followed: {
    eventCondition: (_row, now) => isEventAnnounceable(now),
    revival: sql`true`,
    copy: composeNewEventText,
  },
  proposal_decision: {
    isRelevant: sql`exists (select 1 from ${e} where ${e.id} = ${deliveries.eventId}
      and ${e.status} = ${deliveries.payload} ->> 'decision')`,
    copy: composeProposalDecisionText,
  },
  participant_named: {
    isRelevant: sql`exists (select 1 from ${e}
      where ${e.id} = ${deliveries.eventId} and ${e.status} = 'approved' and ${e.cancelledAt} is null
        and ${deliveries.userId} in (${unansweredParticipantUserIds(sql`${e.id}`)}))`,
    revival: sql`true`,
    copy: createEventTextComposer(composeParticipantNamedCopy),
  },
  entries_missing: {
    copy: ({ payload }, formatter) => composeEntriesMissingText(payload, formatter),
  },
  device_lost: {
    copy: ({ payload }, formatter) => composeDeviceLostText(payload, formatter),
  },
  level_up: {
    copy: ({ payload }, formatter) => ({
      title: m.notification_level_up_title({ level: payload.level }, { locale: formatter.locale }),
      text: m.notification_level_up_text({}, { locale: formatter.locale }),
      ...linkToAchievements(formatter),
    }),
  },
  achievement: {
    copy({ payload }, formatter) {
      const options = { locale: formatter.locale }
      const name = formatter.quote(achievementName(payload.achievement, formatter.locale))
      return {
        title: m.notification_achievement_title({ name }, options),
        text: m.notification_achievement_text({}, options),
        ...linkToAchievements(formatter),
      }
    },
  },
  gamification_decision: {
    copy: ({ payload }, formatter) => ({
      ...composeGamificationCopy(payload, formatter),
      ...linkToAchievements(formatter),
    }),
  },
  moderation_decision: {
    copy: ({ payload }, formatter) => composeDecisionText(payload, formatter),
  },
  report_answer: {
    copy: ({ payload }, formatter) => composeReportAnswerText(payload, formatter),
  },
}

export function composeNotificationText(
  notification: Notification,
  formatter: ChannelFormatter,
): NotificationText {
  const copy = kindRules[notification.kind].copy as NotificationTextComposer<NotificationKind>
  return copy(notification, formatter)
}

function buildKindCaseSql(
  kind: SQL,
  conditions: readonly (readonly [string, SQL])[],
  otherwise: SQL,
): SQL {
  const branches = conditions.map(([name, condition]) => sql`when ${name} then ${condition}`)
  return sql`case ${kind} ${sql.join(branches, sql` `)} else ${otherwise} end`
}

export function isStillRelevant(row: typeof notificationBroadcasts, now: TimeOrSql): SQL {
  const conditions = broadcastKinds.map(
    (kind) => [kind, kindRules[kind].eventCondition(row, now)] as const,
  )
  return ifValidJson(row.payload, buildKindCaseSql(sql`${row.kind}`, conditions, sql`false`))
}

const campaignRelevance: Record<CampaignMailKind, SQL> = {
  campaign: isCampaignStillWanted,
  service_notice: isNoticeStillWanted,
  campaign_test: sql`exists (select 1 from ${campaigns}
    where ${campaigns.id} = ${deliveries.payload} ->> 'campaign')`,
}

function isBroadcastRelevant(kind: BroadcastKind, now: TimeOrSql): SQL {
  const hasValues = kindRules[kind].eventCondition(deliveries, now)
  return notificationKinds[kind].recipients === 'followers'
    ? sql`exists (select 1 from (${eventIdsOf(deliveries)}) t cross join ${e} on ${e.id} = t.id
        where ${hasValues} and ${recipientFollowsEvent(deliveries)})`
    : sql`exists (select 1 from ${e} join ${hypes} on ${hypesOfEvent}
        where ${e.id} = ${deliveries.eventId} and ${hasValues})`
}

/** Account mail ends by its deadline alone. */
function isDeliveryRelevant(now: TimeOrSql): SQL {
  const named = Object.entries(kindRules).flatMap(([kind, rules]) =>
    'isRelevant' in rules && rules.isRelevant ? [[kind, rules.isRelevant] as const] : [],
  )
  const broadcasts = broadcastKinds.map((kind) => [kind, isBroadcastRelevant(kind, now)] as const)
  const ofCampaigns = Object.entries(campaignRelevance)
  return buildKindCaseSql(
    sql`${deliveries.kind}`,
    [...named, ...broadcasts, ...ofCampaigns],
    sql`true`,
  )
}

/** For `deliveries` whose event `e` is on the agenda again. */
export const isDeliveryResumable: SQL = ifValidJson(
  deliveries.payload,
  sql.join(
    Object.entries(kindRules).flatMap(([kind, { revival }]) =>
      revival ? [sql`(${deliveries.kind} = ${kind} and ${revival})`] : [],
    ),
    sql` or `,
  ),
)

const isReachable = sql`exists (select 1 from ${u} where ${u.id} = ${deliveries.userId}
    and (${u.isActive} = 1 or ${deliveries.kind} not in ${listKindsExcludedFor('inactive')})
    and (${u.isSoftBanned} = 0 or ${deliveries.kind} not in ${listKindsExcludedFor('restricted')})
    and (${u.isGamified} = 1 or ${deliveries.kind} not in ${listKindsExcludedFor('ungamified')})
    and (${deliveries.channel} <> 'email' or ${u.emailVerifiedAt} is not null
      or ${deliveries.kind} not in ${listKindsExcludedFor('unverified')})
    and (${deliveries.channel} <> 'discord' or (${u.discordWebhook} is not null and ${u.discordDisabledAt} is null))
    and (${deliveries.channel} <> 'push' or exists (select 1 from ${pushSubscriptions}
      where ${pushSubscriptions.id} = ${deliveries.subscriptionId} and ${pushSubscriptions.userId} = ${u.id})))
  and not exists (select 1 from ${notificationChannels}
    where ${notificationChannels.userId} = ${deliveries.userId}
      and ${notificationChannels.kind} = ${deliveries.kind}
      and ${notificationChannels.channel} = ${deliveries.channel}
      and ${notificationChannels.isEnabled} = 0)`

export function isStillDeliverable(now: TimeOrSql): SQL {
  return ifValidJson(deliveries.payload, sql`${isReachable} and ${isDeliveryRelevant(now)}`)
}
