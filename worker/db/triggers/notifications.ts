import { latenessClasses } from '#worker/contracts/lateness.ts'
import { sessions } from '#worker/db/schema/accounts.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { deliveries, pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { deliveryCounts, deliveryLateness } from '#worker/db/schema/operations.ts'
import { ddl, triggerRow, type TriggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'

const before = triggerRow(deliveries, 'old')
const after = triggerRow(deliveries, 'new')
const oldSession = triggerRow(sessions, 'old')
const newSession = triggerRow(sessions, 'new')
const { state, hour, channel, count } = deliveryCounts
const { recipients, sent, failed, skipped } = campaigns

type DeliveryRow = TriggerRow<typeof deliveries>
const deliveryHourSql = ({ nextAt }: DeliveryRow) => `${nextAt} / 3600000`
const deliveryStateSql = ({ status, attempts }: DeliveryRow) =>
  `CASE WHEN ${status} IN ('pending', 'claimed') THEN iif(${attempts} > (${status} = 'claimed'), 'failed', 'due') ELSE ${status} END`
const addDelivery = ddl`INSERT INTO ${deliveryCounts} (${state}, ${hour}, ${channel}, ${count})
  VALUES (${deliveryStateSql(after)}, ${deliveryHourSql(after)}, ${after.channel}, 1)
  ON CONFLICT (${state}, ${hour}, ${channel}) DO UPDATE SET ${count} = ${count} + 1;`
const isOldCount = ddl`WHERE ${state} = ${deliveryStateSql(before)} AND ${hour} = ${deliveryHourSql(before)} AND ${channel} = ${before.channel}`
const removeDelivery = ddl`UPDATE ${deliveryCounts} SET ${count} = ${count} - 1 ${isOldCount};
  DELETE FROM ${deliveryCounts} ${isOldCount} AND ${count} <= 0;`
const isCampaignMailSql = ({ kind, channel }: DeliveryRow) =>
  `${kind} IN ('campaign', 'service_notice') AND ${channel} = 'email'`
const whereCampaignSql = ({ payload }: DeliveryRow) =>
  ddl`WHERE ${campaigns.id} = ${payload} ->> 'campaign'`

const dayOfDelivery = ({ dueAt, createdAt }: DeliveryRow) =>
  `coalesce(${dueAt}, ${createdAt}) / 86400000`
const markOfDelivery = ({ kind, payload }: DeliveryRow) =>
  `iif(${kind} = 'reminder' AND json_valid(${payload}), coalesce(${payload} ->> 'hours', 0), 0)`
const lateness = deliveryLateness
const latenessKey = ddl`${lateness.eventId}, ${lateness.day}, ${lateness.channel}, ${lateness.kind}, ${lateness.mark}`
const noCounts = `'${JSON.stringify(Array.from({ length: latenessClasses }, () => 0))}'`
const changeCountSql = ({ latenessClass }: DeliveryRow, change: string) =>
  ddl`${lateness.counts} = json_set(${lateness.counts}, '$[' || ${latenessClass} || ']',
    (${lateness.counts} ->> ${latenessClass}) ${change})`
/** One row for all events, and one for the event where there is one. */
const addLateness = ddl`INSERT INTO ${lateness} (${latenessKey}, ${lateness.counts})
  SELECT value, ${dayOfDelivery(after)}, ${after.channel}, ${after.kind}, ${markOfDelivery(after)},
    json_set(${noCounts}, '$[' || ${after.latenessClass} || ']', 1)
  FROM (SELECT 0 AS value UNION SELECT ${after.eventId})
  WHERE value IS NOT NULL AND ${after.latenessClass} IS NOT NULL
  ON CONFLICT (${latenessKey}) DO UPDATE SET ${changeCountSql(after, '+ 1')};`
const removeLateness = ddl`UPDATE ${lateness} SET ${changeCountSql(before, '- 1')}
  WHERE ${before.latenessClass} IS NOT NULL AND ${lateness.eventId} IN (0, ${before.eventId})
    AND ${lateness.day} = ${dayOfDelivery(before)} AND ${lateness.channel} = ${before.channel}
    AND ${lateness.kind} = ${before.kind} AND ${lateness.mark} = ${markOfDelivery(before)};`

export const notificationTriggers: Triggers = {
  delivery_counts_after_insert: ddl`AFTER INSERT ON ${deliveries} BEGIN ${addDelivery} END`,
  delivery_counts_after_update: ddl`AFTER UPDATE OF ${deliveries.status}, ${deliveries.attempts}, ${deliveries.nextAt} ON ${deliveries}
    WHEN ${deliveryHourSql(before)} <> ${deliveryHourSql(after)} OR ${deliveryStateSql(before)} <> ${deliveryStateSql(after)}
    BEGIN ${removeDelivery} ${addDelivery} END`,
  delivery_counts_after_delete: ddl`AFTER DELETE ON ${deliveries} BEGIN ${removeDelivery} END`,
  delivery_lateness_after_update: ddl`AFTER UPDATE OF ${deliveries.status} ON ${deliveries}
    WHEN ${after.latenessClass} IS NOT ${before.latenessClass}
    BEGIN ${removeLateness} ${addLateness} END`,
  campaigns_after_delivery_insert: ddl`AFTER INSERT ON ${deliveries} WHEN ${isCampaignMailSql(after)} BEGIN
    UPDATE ${campaigns} SET ${recipients} = ${recipients} + 1 ${whereCampaignSql(after)};
  END`,
  campaigns_after_delivery_update: ddl`AFTER UPDATE OF ${deliveries.status} ON ${deliveries}
    WHEN ${isCampaignMailSql(after)} AND ${after.status} <> ${before.status} BEGIN
      UPDATE ${campaigns} SET
        ${sent} = ${sent} + (${after.status} = 'sent') - (${before.status} = 'sent'),
        ${failed} = ${failed} + (${after.status} IN ('dead', 'unknown')) - (${before.status} IN ('dead', 'unknown')),
        ${skipped} = ${skipped} + (${after.status} = 'stopped') - (${before.status} = 'stopped')
        ${whereCampaignSql(after)};
    END`,
  campaigns_after_delivery_delete: ddl`AFTER DELETE ON ${deliveries}
    WHEN ${isCampaignMailSql(before)} AND ${before.status} IN ('pending', 'claimed') BEGIN
      UPDATE ${campaigns} SET ${skipped} = ${skipped} + 1 ${whereCampaignSql(before)};
    END`,
  push_subscriptions_after_session_end: ddl`AFTER UPDATE OF ${sessions.revokedAt} ON ${sessions}
    WHEN ${newSession.revokedAt} IS NOT NULL AND ${oldSession.revokedAt} IS NULL BEGIN
      DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.sessionId} = ${newSession.id};
    END`,
}
