import { sql, type SQL } from 'drizzle-orm'

/** On the member `u`, word for word as the index `users_marketing` has it. */
export const consentsToMarketing = sql`u.is_marketing = 1 and u.is_active = 1
  and u.email_verified_at is not null`

/** In which language the campaign `c` is written to the member `u`; null where it is not. */
export const campaignLanguage = sql`iif(u.interface_language in (select value from json_each(c.languages)),
  u.interface_language,
  iif(c.falls_back_to_english and 'en' in (select value from json_each(c.languages)), 'en', null))`

/** Whether the member `u` is in the audience of the campaign `c`, whatever its texts. */
export const isInAudience = sql`(c.audience ->> '$.languages' = '[]'
    or u.interface_language in (select value from json_each(c.audience, '$.languages')))
  and ((c.audience ->> '$.streamer_ids' = '[]' and c.audience ->> '$.game_ids' = '[]')
    or exists (select 1 from streamer_follows w where w.user_id = u.id
      and w.streamer_id in (select value from json_each(c.audience, '$.streamer_ids')))
    or exists (select 1 from game_follows w where w.user_id = u.id
      and w.game_id in (select value from json_each(c.audience, '$.game_ids'))))`

/** Whether a campaign's `row` of the outbox may still be sent: nobody stopped it or took the consent back. */
export function isCampaignStillWanted(row: SQL): SQL {
  return sql`exists (select 1 from campaigns c join users u on u.id = ${row}.user_id
    where c.id = ${row}.payload ->> 'campaign' and c.status = 'sending' and ${consentsToMarketing})`
}
