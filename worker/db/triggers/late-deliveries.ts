import { lateClasses } from '#worker/contracts/lateness.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { deliveryCounts } from '#worker/db/schema/operations.ts'
import { ddl, triggerRow, type TriggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'

const before = triggerRow(deliveries, 'old')
const after = triggerRow(deliveries, 'new')
const { state, hour, channel, count } = deliveryCounts

type DeliveryRow = TriggerRow<typeof deliveries>
const isLate = ({ latenessClass }: DeliveryRow) =>
  `coalesce(${latenessClass} IN (${lateClasses.join(', ')}), 0)`
const hourOf = ({ nextAt }: DeliveryRow) => `${nextAt} / 3600000`
const key = ddl`${state}, ${hour}, ${channel}`
const addLate = ddl`INSERT INTO ${deliveryCounts} (${key}, ${count})
  SELECT 'late', ${hourOf(after)}, ${after.channel}, 1 WHERE ${isLate(after)}
  ON CONFLICT (${key}) DO UPDATE SET ${count} = ${count} + 1;`
const isOldCount = ddl`WHERE ${isLate(before)} AND ${state} = 'late' AND ${hour} = ${hourOf(before)} AND ${channel} = ${before.channel}`
const removeLate = ddl`UPDATE ${deliveryCounts} SET ${count} = ${count} - 1 ${isOldCount};
  DELETE FROM ${deliveryCounts} ${isOldCount} AND ${count} <= 0;`

/** A delivery on time costs no more than the look at its class. */
export const lateDeliveryTriggers: Triggers = {
  late_deliveries_after_update: ddl`AFTER UPDATE OF ${deliveries.status} ON ${deliveries}
    WHEN ${isLate(before)} <> ${isLate(after)} BEGIN ${removeLate} ${addLate} END`,
  late_deliveries_after_delete: ddl`AFTER DELETE ON ${deliveries} WHEN ${isLate(before)}
    BEGIN ${removeLate} END`,
}
