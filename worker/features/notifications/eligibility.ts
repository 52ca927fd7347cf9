import { sql, type SQL } from 'drizzle-orm'
import { AccountMailKind } from '#worker/features/accounts/contract.ts'
import { isCampaignStillWanted } from '#worker/features/marketing/recipients.ts'
import { rewardKinds } from './contract.ts'
import { followsIt, isStillRelevant } from './audience.ts'
import { eventIdsOf } from './notice.ts'

const row = sql.raw('deliveries')

const isReachable = sql`exists (select 1 from users u where u.id = deliveries.user_id
    and (u.is_active = 1 or kind = 'delete_account')
    and (deliveries.kind <> 'new_event_followed' or u.is_soft_banned = 0)
    and (u.is_gamified = 1 or deliveries.kind not in ${rewardKinds})
    and (deliveries.channel <> 'email' or u.email_verified_at is not null
      or kind in (select value from json_each(${JSON.stringify(AccountMailKind.options)})))
    and (deliveries.channel <> 'discord'
      or (u.discord_webhook is not null and u.discord_disabled_at is null))
    and (deliveries.channel <> 'push' or exists (select 1 from push_subscriptions p
      where p.id = deliveries.subscription_id and p.user_id = u.id)))
  and not exists (select 1 from notification_channels n where n.user_id = deliveries.user_id
    and n.kind = deliveries.kind and n.channel = deliveries.channel and n.is_enabled = 0)`

/** The decision is the last one, the event is where it says, the hype or a follow was kept. */
function isStillTrue(now: number): SQL {
  return sql`case kind
  when 'proposal_decision' then exists (select 1 from events e
    where e.id = deliveries.event_id and e.status = payload ->> 'decision')
  when 'reminder' then exists (
    select 1 from events e join hypes h on h.event_id = e.id and h.user_id = deliveries.user_id
    where e.id = deliveries.event_id and e.status = 'approved' and e.cancelled_at is null
      and e.time_certainty = 'exact' and e.start_at = deliveries.deadline_at)
  when 'new_event_followed' then exists (
    select 1 from (${eventIdsOf(row)}) t cross join events e on e.id = t.id
    where ${isStillRelevant(row, now)} and ${followsIt(row)})
  when 'campaign' then ${isCampaignStillWanted(row)}
  when 'campaign_test' then exists (select 1 from campaigns where id = payload ->> 'campaign')
  when 'event_changed' then ${hasHypedWhatStands(now)}
  when 'event_cancelled' then ${hasHypedWhatStands(now)}
  else true end`
}

function hasHypedWhatStands(now: number): SQL {
  return sql`exists (select 1 from events e
    join hypes h on h.event_id = e.id and h.user_id = deliveries.user_id
    where e.id = deliveries.event_id and ${isStillRelevant(row, now)})`
}

/** A condition on `deliveries`: at the moment of sending the person is there and wants it, and it is true. */
export function isStillDeliverable(now: number): SQL {
  return sql`${isReachable} and ${isStillTrue(now)}`
}
