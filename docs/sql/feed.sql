-- with filters

select json_array(
  :event_columns,
  e.description,
  e.updated_at,
  e.proof_url,
  e.additional_info,
  e.paid_by,
  e.cancel_reason,
  e.rejection_code,
  e.rejection_reason,
  (
    select json_group_array(
      json_array(
        owner.id,
        owner.display_name,
        channel.platform,
        channel.account,
        coalesce(
          owner.avatar_path,
          (
            select pp.path
            from streaming_accounts as pp_account
            cross join platform_pictures as pp on pp.kind = 'channel'
              and pp.platform = pp_account.platform
              and pp.subject = pp_account.name_key
            cross join streamers as pp_profile on pp_profile.id = pp_account.streamer_id
            where pp_account.streamer_id = owner.id
              and pp.path is not null
              and (pp_profile.user_id is null or pp_account.verified_at is not null)
            order by pp_account.id
            limit 1
          )
        ),
        (
          select subject_account.platform || '/' || subject_account.name_key
          from streaming_accounts as subject_account
          where subject_account.streamer_id = owner.id
          order by subject_account.id
          limit 1
        ),
        null
      )
    ) || ''
    from event_channels as channel
    cross join streaming_accounts as owner_account
    join streamers as owner on owner.id = owner_account.streamer_id
    where owner_account.platform = channel.platform
      and owner_account.name_key = lower(ltrim(channel.account, '@'))
      and (owner.user_id is null or owner_account.verified_at is not null)
      and channel.event_id = e.id
  )
)
from (
  with section_0 as materialized (
    select e.id
    from events as e
    where likely(e.status = 'approved')
      and e.start_at <= ?1
      and e.start_at > ?2
      and e.end_at > ?3
      and (e.cancelled_at is null or e.cancelled_at > ?4)
      and e.language in (?5)
    order by e.start_at asc,
      e.id asc
    limit max(0, ?6)
  ),
    section_1 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at > ?7
        and (e.cancelled_at is null or e.cancelled_at > ?8)
        and e.language in (?9)
      order by e.start_at asc,
        e.id asc
      limit max(0, ?10 - (select count(*) from section_0))
    ),
    section_2 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at <= ?11
        and e.end_at <= ?12
        and e.start_at > ?13
        and e.cancelled_at > ?14
        and e.language in (?15)
      order by e.start_at desc,
        e.id desc
      limit max(0, ?16 - (select count(*) from section_0) - (select count(*) from section_1))
    )
  select id
  from section_0
  union all
  select id
  from section_1
  union all
  select id
  from section_2
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id;

select installation.identifier from installation;
