import { sessions } from '#worker/db/schema/accounts.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { deliveries, pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { deliveryCounts } from '#worker/db/schema/operations.ts'
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

export const notificationTriggers: Triggers = {
  delivery_counts_after_insert: ddl`AFTER INSERT ON ${deliveries} BEGIN ${addDelivery} END`,
  delivery_counts_after_update: ddl`AFTER UPDATE OF ${deliveries.status}, ${deliveries.attempts}, ${deliveries.nextAt} ON ${deliveries}
    WHEN ${deliveryHourSql(before)} <> ${deliveryHourSql(after)} OR ${deliveryStateSql(before)} <> ${deliveryStateSql(after)}
    BEGIN ${removeDelivery} ${addDelivery} END`,
  delivery_counts_after_delete: ddl`AFTER DELETE ON ${deliveries} BEGIN ${removeDelivery} END`,
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
