import { sql, type SQL } from 'drizzle-orm'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import { u } from '#worker/db/aliases.ts'
import { gameFollows, streamerFollows } from '#worker/db/schema/directory.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { isConsentProved } from './consents.ts'
import { c } from './campaign-rows.ts'

/** On the member `u`, word for word as the index `users_marketing` has it. */
export const wantsMarketing = sql`${u.marketingOptIn} = 1 and ${u.isActive} = 1
  and ${u.emailVerifiedAt} is not null`

export const hasProvedConsent = isConsentProved(sql`${u.id}`)
export const consentsToMarketing = sql`${wantsMarketing} and ${hasProvedConsent}`

/** Null where the campaign `c` is not written to the member `u`. */
export const campaignLanguage = sql<AcceptedLocale | null>`iif(${u.interfaceLanguage} in (select value from json_each(${c.languages})),
  ${u.interfaceLanguage},
  iif(${c.fallsBackToEnglish} and 'en' in (select value from json_each(${c.languages})), 'en', null))`

export const isInAudience = sql`(${c.audience} ->> '$.languages' = '[]'
    or ${u.interfaceLanguage} in (select value from json_each(${c.audience}, '$.languages')))
  and ((${c.audience} ->> '$.streamer_ids' = '[]' and ${c.audience} ->> '$.game_ids' = '[]')
    or exists (select 1 from ${streamerFollows} where ${streamerFollows.userId} = ${u.id}
      and ${streamerFollows.streamerId} in (select value from json_each(${c.audience}, '$.streamer_ids')))
    or exists (select 1 from ${gameFollows} where ${gameFollows.userId} = ${u.id}
      and ${gameFollows.gameId} in (select value from json_each(${c.audience}, '$.game_ids'))))`

/** Announcements for deactivated members too, who cannot read them on the site. */
const reachesInactive = sql`${c.purpose} in ('breach', 'closing')`

/** On the member `u`: not a sign-up that only reserves its name. */
export const mayBeTold = sql`${u.signupExpiresAt} is null and (${u.isActive} = 1 or ${reachesInactive})`

/** By mail, or else in the bell of whoever may log in. */
export const mayBeMailed = sql`(${mayBeTold} and ${u.emailVerifiedAt} is not null)`

function isStillSentTo(members: SQL): SQL {
  return sql`exists (select 1 from ${c} join ${u} on ${u.id} = ${deliveries.userId}
    where ${c.id} = ${deliveries.payload} ->> 'campaign' and ${c.status} = 'sending' and ${members})`
}

export const isNoticeStillWanted = isStillSentTo(mayBeTold)
export const isCampaignStillWanted = isStillSentTo(consentsToMarketing)
