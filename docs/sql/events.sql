-- :event_columns

e.id,
e.slug,
e.name,
e.start_at,
e.end_at,
e.timezone,
e.time_certainty,
e.status,
e.approve_at,
e.approved_at,
e.cancelled_at,
e.previous_start_at,
e.language,
e.platform,
e.streaming_account_name,
g.id,
g.slug,
g.name,
coalesce(
  g.thumbnail_path,
  (
    select pp.path
    from platform_pictures as pp
    where pp.kind = 'game'
      and pp.platform = 'twitch'
      and pp.subject = cast(g.id as text)
  )
),
e.category,
coalesce(
  e.thumbnail_path,
  (
    select pp.path
    from platform_pictures as pp
    where pp.kind = 'event'
      and pp.platform = 'youtube'
      and pp.subject = cast(e.id as text)
  )
),
(
  select pp.path
  from platform_pictures as pp
  where pp.kind = 'channel'
    and pp.platform = e.platform
    and pp.subject = lower(ltrim(e.streaming_account_name, '@'))
),
eg.id,
eg.slug,
eg.name,
e.series_key,
e.hype_count,
e.proposer_id,
e.created_at,
(
  select json_group_array(
    json_array(
      p.streamer_id,
      p.display_name,
      p.platform,
      p.account,
      coalesce(
        (select streamers.avatar_path from streamers where streamers.id = p.streamer_id),
        (
          select pp.path
          from streaming_accounts as pp_account
          cross join platform_pictures as pp on pp.kind = 'channel'
            and pp.platform = pp_account.platform
            and pp.subject = pp_account.name_key
          cross join streamers as pp_profile on pp_profile.id = pp_account.streamer_id
          where pp_account.streamer_id = p.streamer_id
            and pp.path is not null
            and (pp_profile.user_id is null or pp_account.verified_at is not null)
          order by pp_account.id
          limit 1
        )
      ),
      (
        select subject_account.platform || '/' || subject_account.name_key
        from streaming_accounts as subject_account
        where subject_account.streamer_id = p.streamer_id
        order by subject_account.id
        limit 1
      ),
      (
        select answered.answered_at
        from participation_answers as answered
        where answered.event_id = p.event_id
          and answered.streamer_id = p.streamer_id
          and answered.answer = 'confirmed'
      )
    )
  ) || ''
  from (
    select *
    from event_participants
    where event_participants.event_id = e.id
    order by event_participants.position
  ) p
),
(
  select json_array(owner.id, owner.display_name, owner.avatar_path) || ''
  from streaming_accounts as owner_account
  join streamers as owner on owner.id = owner_account.streamer_id
  where owner_account.platform = e.platform
    and owner_account.name_key = lower(ltrim(e.streaming_account_name, '@'))
    and (owner.user_id is null or owner_account.verified_at is not null)
),
(
  select json_group_array(json_array(c.platform, c.account)) || ''
  from (
    select *
    from event_channels
    where event_channels.event_id = e.id
    order by event_channels.position
  ) c
),
(
  select json_group_array(
    json_array(
      b.platform,
      b.name_key,
      b.is_on_air,
      b.polled_at,
      b.fresh_until,
      b.seen_at,
      b.title,
      b.since,
      b.viewers,
      b.vod_url
    )
  ) || ''
  from event_broadcasts as b
  where b.event_id = e.id
)

-- the first page

select json_array(:event_columns)
from (
  with section_0 as materialized (
    select e.id as id,
      e.start_at as start_at
    from events as e
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at <= ?1
      and e.start_at > (?1 - 86400000)
    union all
    select e.id as id,
      e.start_at as start_at
    from events as e
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at <= ?1
      and e.end_at - e.start_at > 86400000
      and e.start_at between (?1 - 5183999999)
      and (?1 - 86400000)
    order by start_at asc,
      id asc
    limit max(0, ?2)
  ),
    section_1 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at > ?1
        and e.cancelled_at is null
      order by e.start_at asc,
        e.id asc
      limit max(0, ?3 - (select count(*) from section_0))
    ),
    section_2 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at <= ?1
        and e.end_at <= ?1
      order by e.start_at desc,
        e.id desc
      limit max(0, ?4 - (select count(*) from section_0) - (select count(*) from section_1))
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

-- a later page

select json_array(:event_columns)
from (
  with section_0 as materialized (
    select e.id
    from events as e
    where likely(e.status = 'approved')
      and e.start_at > ?1
      and e.cancelled_at is null
      and (e.start_at, e.id) > (?2, ?3)
    order by e.start_at asc,
      e.id asc
    limit max(0, ?4)
  ),
    section_1 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at <= ?1
        and e.end_at <= ?1
      order by e.start_at desc,
        e.id desc
      limit max(0, ?5 - (select count(*) from section_0))
    )
  select id
  from section_0
  union all
  select id
  from section_1
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id;

-- filtered and within a range

select json_array(:event_columns)
from (
  with section_0 as materialized (
    select e.id as id,
      e.start_at as start_at
    from (
      select event_participants.event_id as id
      from event_participants
      where true
        and event_participants.streamer_id in (?1)
      group by event_participants.event_id
    ) own
    cross join events as e on e.id = own.id
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?2
      and e.start_at <= ?2
      and e.end_at > ?3
      and e.start_at > ?4
      and e.start_at < ?5
      and e.language in (?6)
      and e.game_id in (?7)
      and e.name like ?8 escape '\'
      and e.start_at > (?2 - 86400000)
    union all
    select e.id as id,
      e.start_at as start_at
    from (
      select event_participants.event_id as id
      from event_participants
      where true
        and event_participants.streamer_id in (?9)
      group by event_participants.event_id
    ) own
    cross join events as e on e.id = own.id
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?2
      and e.start_at <= ?2
      and e.end_at > ?10
      and e.start_at > ?11
      and e.start_at < ?12
      and e.language in (?13)
      and e.game_id in (?14)
      and e.name like ?15 escape '\'
      and e.end_at - e.start_at > 86400000
      and e.start_at between (?2 - 5183999999)
      and (?2 - 86400000)
    order by start_at asc,
      id asc
    limit max(0, ?16)
  ),
    section_1 as materialized (
      select e.id
      from (
        select event_participants.event_id as id
        from event_participants
        where true
          and event_participants.streamer_id in (?17)
        group by event_participants.event_id
      ) own
      cross join events as e on e.id = own.id
      where likely(e.status = 'approved')
        and e.start_at > ?2
        and e.cancelled_at is null
        and e.end_at > ?18
        and e.start_at > ?19
        and e.start_at < ?20
        and e.language in (?21)
        and e.game_id in (?22)
        and e.name like ?23 escape '\'
      order by e.start_at asc,
        e.id asc
      limit max(0, ?24 - (select count(*) from section_0))
    ),
    section_2 as materialized (
      select e.id
      from (
        select event_participants.event_id as id
        from event_participants
        where true
          and event_participants.streamer_id in (?25)
        group by event_participants.event_id
      ) own
      cross join events as e on e.id = own.id
      where likely(e.status = 'approved')
        and e.start_at <= ?2
        and e.end_at <= ?2
        and e.end_at > ?26
        and e.start_at > ?27
        and e.start_at < ?28
        and e.language in (?29)
        and e.game_id in (?30)
        and e.name like ?31 escape '\'
      order by e.start_at desc,
        e.id desc
      limit max(0, ?32 - (select count(*) from section_0) - (select count(*) from section_1))
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

-- by hype, a later page

select json_array(:event_columns)
from (
  select e.id
  from events as e
  where likely(e.status = 'approved')
    and (e.cancelled_at is null or e.end_at <= ?1)
    and (e.hype_count, e.id) < (?2, ?3)
  order by e.hype_count desc,
    e.id desc
  limit ?4
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id
order by e.hype_count desc,
  e.id desc;

-- the newest to come

select json_array(:event_columns)
from (
  select e.id
  from events as e
  where likely(e.status = 'approved')
    and (e.cancelled_at is null or e.end_at <= ?1)
    and (+e.start_at > ?1 and e.cancelled_at is null)
  order by e.approved_at desc,
    e.id desc
  limit ?2
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id
order by e.approved_at desc,
  e.id desc;

-- live

select json_array(:event_columns)
from (
  select e.id as id,
    e.start_at as start_at
  from events as e
  where likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.end_at > ?1
    and e.start_at <= ?1
    and e.start_at > (?1 - 86400000)
  union all
  select e.id as id,
    e.start_at as start_at
  from events as e indexed by events_long
  where likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.end_at > ?1
    and e.start_at <= ?1
    and e.end_at - e.start_at > 86400000
    and e.start_at between (?1 - 5183999999)
    and (?1 - 86400000)
  order by start_at desc,
    id desc
  limit ?2
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id
order by e.start_at desc,
  e.id desc;

-- most hyped

select json_array(:event_columns)
from events as e
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id
where likely(e.status = 'approved')
  and e.hype_count > 0
  and e.cancelled_at is null
  and e.end_at > ?1
order by e.hype_count desc,
  e.id desc
limit ?2;

-- a count

select count(*)
from (
  with section_0 as materialized (
    select e.id as id,
      e.start_at as start_at
    from events as e
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at <= ?2
      and e.start_at > ?3
    union all
    select e.id as id,
      e.start_at as start_at
    from events as e
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?4
      and e.start_at <= ?5
      and e.end_at - e.start_at > 86400000
      and e.start_at between ?6 and ?7
    order by start_at asc,
      id asc
    limit max(0, ?8)
  ),
    section_1 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at > ?9
        and e.cancelled_at is null
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
      order by e.start_at desc,
        e.id desc
      limit max(0, ?13 - (select count(*) from section_0) - (select count(*) from section_1))
    )
  select id
  from section_0
  union all
  select id
  from section_1
  union all
  select id
  from section_2
);

-- like another

select 1 from events as e where e.id = ?1 and e.status = 'approved';

select json_array(:event_columns)
from (
  with target as materialized (
    select id,
      group_id,
      game_id,
      category,
      platform,
      streaming_account_name,
      language,
      start_at,
      end_at
    from events
    where events.id = ?1
      and events.status = 'approved'
  )
  select e.id as id,
    min(
      (
        16 * (e.end_at <= ?2) - (
          4 * coalesce(e.group_id = target.group_id, 0) + 3 * coalesce(
            e.platform = target.platform
            and lower(e.streaming_account_name) = lower(target.streaming_account_name),
            0
          ) + 2 * coalesce(e.game_id = target.game_id, 0) + (e.category = target.category) + (e.language = target.language)
        )
      ) * 100000000000000 + abs(e.start_at - ?2)
    ) as rank
  from target
  cross join (
    select id
    from (
      select e.id as id
      from events as e
      where likely(e.status = 'approved')
        and e.cancelled_at is null
        and e.end_at > ?2
        and e.start_at > (?2 - 5184000000)
        and e.group_id = (select target.group_id from target)
      order by e.start_at
      limit ?3
    )
    union all
    select id
    from (
      select e.id as id
      from events as e
      where likely(e.status = 'approved')
        and e.cancelled_at is null
        and e.end_at > ?2
        and e.start_at > (?2 - 5184000000)
        and e.game_id = (select target.game_id from target)
      order by e.start_at
      limit ?4
    )
    union all
    select id
    from (
      select e.id as id
      from events as e
      where likely(e.status = 'approved')
        and e.cancelled_at is null
        and e.end_at > ?2
        and e.start_at > (?2 - 5184000000)
        and e.platform = (select target.platform from target)
        and lower(e.streaming_account_name) = (
          select lower(target.streaming_account_name) from target
        )
      order by e.start_at
      limit ?5
    )
    union all
    select id
    from (
      select e.id as id,
        e.start_at as start_at
      from events as e
      where likely(e.status = 'approved')
        and e.cancelled_at is null
        and e.end_at > ?2
        and e.category = (select target.category from target)
        and e.start_at > (?2 - 86400000)
      union all
      select e.id as id,
        e.start_at as start_at
      from events as e indexed by events_long
      where likely(e.status = 'approved')
        and e.cancelled_at is null
        and e.end_at > ?2
        and e.category = (select target.category from target)
        and e.end_at - e.start_at > 86400000
        and e.start_at between (?2 - 5183999999)
        and (?2 - 86400000)
      order by start_at asc,
        id asc
      limit ?6
    )
    union all
    select id
    from (
      select e.id as id
      from events as e
      where likely(e.status = 'approved')
        and e.group_id = (select target.group_id from target)
        and e.end_at <= ?2
      order by e.start_at desc
      limit ?7
    )
    union all
    select id
    from (
      select e.id as id
      from events as e
      where likely(e.status = 'approved')
        and e.game_id = (select target.game_id from target)
        and e.end_at <= ?2
      order by e.start_at desc
      limit ?8
    )
  ) near
  cross join events as e on e.id = near.id
  where e.id <> target.id
    and (e.cancelled_at is null or e.end_at <= ?2)
  group by coalesce(e.series_key, lower(e.name))
  order by rank,
    id
  limit ?9
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id
order by pick.rank,
  e.id;
