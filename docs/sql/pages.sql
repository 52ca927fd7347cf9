-- home

select json_array(:event_columns)
from (
  select e.id as id
  from (
    select distinct id
    from (
      select value as id,
        key as place
      from json_each(
        (
          select section_picks.ids
          from section_picks
          where section_picks.section = 'tonight_en'
            and section_picks.picked_at > (?1 - 900000)
        )
      )
      union all
      select id,
        place
      from (
        select id,
          place
        from (
          with near as materialized (
            select e.id as id,
              max(e.start_at, ?1) as at,
              not e.language = 'en' as is_foreign,
              -e.hype_count as cold
            from events as e
            where likely(e.status = 'approved')
              and e.cancelled_at is null
              and e.time_certainty <> 'tba'
              and e.end_at > ?1
              and e.start_at > (?1 - 86400000)
              and (e.start_at > ?1 or not e.end_at - e.start_at > 86400000)
              and e.start_at < (?1 - -87300000)
          )
          select id,
            (
              select count(*)
              from near other
              where other.at <= near.at
                and (other.is_foreign, other.cold, other.at, other.id) < (near.is_foreign, near.cold, near.at, near.id)
            ) as place
          from near
          where (
            select count(*)
            from near other
            where other.at <= near.at
              and (other.is_foreign, other.cold, other.at, other.id) < (near.is_foreign, near.cold, near.at, near.id)
          ) < 5
          order by place
          limit iif(
            (
              select section_picks.ids
              from section_picks
              where section_picks.section = 'tonight_en'
                and section_picks.picked_at > (?1 - 900000)
            ) is null,
            27,
            0
          )
        )
        union all
        select id,
          5
        from (
          select e.id as id
          from events as e
          where likely(e.status = 'approved')
            and e.cancelled_at is null
            and e.time_certainty <> 'tba'
            and e.end_at > ?1
            and e.start_at > (?1 - 86400000)
            and (e.start_at > ?1 or not e.end_at - e.start_at > 86400000)
            and e.start_at > ?1
          order by e.start_at,
            e.id
          limit iif(
            (
              select section_picks.ids
              from section_picks
              where section_picks.section = 'tonight_en'
                and section_picks.picked_at > (?1 - 900000)
            ) is null,
            5,
            0
          )
        )
      )
    )
  ) choice
  cross join events as e on e.id = choice.id
  where likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.time_certainty <> 'tba'
    and e.end_at > ?1
    and e.start_at > (?1 - 86400000)
    and (e.start_at > ?1 or not e.end_at - e.start_at > 86400000)
  order by e.start_at,
    e.id
  limit 32
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id
order by e.start_at,
  e.id;

select e.start_at / 900000 - cast(?1 as integer) / 900000,
  count(*)
from events as e
where likely(e.status = 'approved')
  and e.cancelled_at is null
  and e.start_at > ?1
  and e.start_at < (cast(?1 as integer) / 900000 + 97) * 900000
group by 1;

select json_array(:event_columns)
from (
  select e.id as id
  from (
    select value as id,
      key as place
    from json_each(
      (
        select section_picks.ids
        from section_picks
        where section_picks.section = 'highlight_en'
          and section_picks.picked_at > (?1 - 900000)
      )
    )
    union all
    select id,
      place
    from (
      select e.id as id,
        row_number() over (
          order by not (e.language = 'en' and e.start_at < (?1 - -1209600000)),
            +e.hype_count desc,
            e.start_at,
            e.id
        ) as place
      from events as e
      where likely(e.status = 'approved')
        and e.cancelled_at is null
        and e.time_certainty <> 'tba'
        and e.start_at > ?1
        and e.start_at < (?1 - -2592000000)
      order by place
      limit iif(
        (
          select section_picks.ids
          from section_picks
          where section_picks.section = 'highlight_en'
            and section_picks.picked_at > (?1 - 900000)
        ) is null,
        12,
        0
      )
    )
  ) choice
  cross join events as e on e.id = choice.id
  where likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.time_certainty <> 'tba'
    and e.start_at > ?1
    and e.start_at < (?1 - -2592000000)
  order by not (e.language = 'en' and e.start_at < (?1 - -1209600000)),
    +e.hype_count desc,
    e.start_at,
    e.id
  limit 1
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id;

select json_array(:event_columns),
  pick.is_marathon,
  pick.dates,
  pick.later_dates,
  pick.live_count
from (
  with live as materialized (
    select e.id as id,
      e.start_at as start_at,
      e.language <> ?1 as is_foreign,
      e.end_at - e.start_at > 86400000 as is_long
    from events as e
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?2
      and e.start_at <= ?2
      and e.start_at > (?2 - 86400000)
    union all
    select e.id as id,
      e.start_at as start_at,
      e.language <> ?1 as is_foreign,
      e.end_at - e.start_at > 86400000 as is_long
    from events as e indexed by events_long
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?2
      and e.start_at <= ?2
      and e.end_at - e.start_at > 86400000
      and e.start_at between (?2 - 5183999999)
      and (?2 - 86400000)
    order by start_at asc,
      id asc
    limit -1
  ),
    marathons as materialized (
      select id
      from (
        select id,
          count(*) over () as count
        from (select id from live where is_long order by start_at, id limit ?3)
      )
      where count > 1
    )
  select e.id as id,
    0 as is_marathon,
    (
      select count(*)
      from events as x
      where x.series_key = e.series_key
        and x.status = 'approved'
        and x.cancelled_at is null
        and x.start_at > ?2
    ) as dates,
    (
      select json_group_array(json(date))
      from (
        select json_array(x.id, x.slug, x.name, x.start_at, x.timezone, x.time_certainty) as date
        from events as x
        where x.series_key = e.series_key
          and x.status = 'approved'
          and x.cancelled_at is null
          and x.start_at > ?2
          and (x.start_at, x.id) > (e.start_at, e.id)
        order by x.start_at,
          x.id
        limit 12
      )
    ) as later_dates,
    (select count(*) from live) as live_count
  from (
    with section_0 as materialized (
      select id
      from live
      where id not in (select id from marathons)
      order by is_foreign,
        start_at,
        id
      limit max(0, ?4)
    )
    select id
    from section_0
  ) own
  cross join events as e on e.id = own.id
  union all
  select id,
    1,
    1,
    '[]',
    (select count(*) from live)
  from marathons
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id;

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

select json_array(:event_columns),
  pick.is_marathon,
  pick.dates,
  pick.later_dates,
  pick.live_count
from (
  with live(id) as (select 0 as id where false),
    marathons(id) as (select 0 as id where false)
  select e.id as id,
    0 as is_marathon,
    (
      select count(*)
      from events as x
      where x.series_key = e.series_key
        and x.status = 'approved'
        and x.cancelled_at is null
        and x.start_at > ?1
    ) as dates,
    (
      select json_group_array(json(date))
      from (
        select json_array(x.id, x.slug, x.name, x.start_at, x.timezone, x.time_certainty) as date
        from events as x
        where x.series_key = e.series_key
          and x.status = 'approved'
          and x.cancelled_at is null
          and x.start_at > ?1
          and (x.start_at, x.id) > (e.start_at, e.id)
        order by x.start_at,
          x.id
        limit 12
      )
    ) as later_dates,
    (select count(*) from live) as live_count
  from (
    with section_0 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at > ?1
        and e.cancelled_at is null
        and (
          e.series_key is null
          or not exists (
            select 1
            from events as x
            where x.series_key = e.series_key
              and x.status = 'approved'
              and x.cancelled_at is null
              and x.start_at > ?1
              and (x.start_at, x.id) < (e.start_at, e.id)
          )
          or not (
            select count(*)
            from (
              select 1
              from events as x
              where x.series_key = e.series_key
                and x.status = 'approved'
                and x.cancelled_at is null
                and x.start_at > ?1
              limit 3
            )
          ) >= iif(e.series_key like 's:%', 2, 3)
        )
      order by e.start_at asc,
        e.id asc
      limit max(0, ?2)
    )
    select id
    from section_0
  ) own
  cross join events as e on e.id = own.id
  union all
  select id,
    1,
    1,
    '[]',
    (select count(*) from live)
  from marathons
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id;

select eg.id,
  eg.slug,
  eg.name,
  eg.name_key,
  eg.thumbnail_path,
  eg.language_code,
  eg.category,
  g.slug,
  g.name,
  eg.event_count,
  (
    select count(*)
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at > (?1 - 5184000000)
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at > (?1 - 5184000000)
    order by e.start_at,
      e.id
    limit 1
  )
from (
  select value as id,
    key as place
  from json_each(
    (
      select section_picks.ids
      from section_picks
      where section_picks.section = 'groups'
        and section_picks.picked_at > (?1 - 900000)
    )
  )
  union all
  select id,
    place
  from (
    select next.group_id as id,
      min(next.start_at) as place
    from (
      select e.id as id,
        e.start_at as start_at,
        e.group_id as group_id
      from events as e
      where likely(e.status = 'approved')
        and e.cancelled_at is null
        and e.end_at > ?1
        and e.group_id is not null
        and e.start_at > (?1 - 86400000)
      union all
      select e.id as id,
        e.start_at as start_at,
        e.group_id as group_id
      from events as e indexed by events_long
      where likely(e.status = 'approved')
        and e.cancelled_at is null
        and e.end_at > ?1
        and e.group_id is not null
        and e.end_at - e.start_at > 86400000
        and e.start_at between (?1 - 5183999999)
        and (?1 - 86400000)
      order by start_at asc,
        id asc
      limit iif(
        (
          select section_picks.ids
          from section_picks
          where section_picks.section = 'groups'
            and section_picks.picked_at > (?1 - 900000)
        ) is null,
        400,
        0
      )
    ) next
    group by next.group_id
    order by place,
      id
    limit iif(
      (
        select section_picks.ids
        from section_picks
        where section_picks.section = 'groups'
          and section_picks.picked_at > (?1 - 900000)
      ) is null,
      12,
      0
    )
  )
) choice
cross join events as next on next.id = (
  select e.id
  from events as e
  where e.group_id = choice.id
    and likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.end_at > ?1
    and e.start_at > (?1 - 5184000000)
  order by e.start_at,
    e.id
  limit 1
)
cross join event_groups as eg on eg.id = choice.id
left join games as g on g.id = eg.game_id
order by next.start_at,
  eg.id
limit ?2;

select g.id,
  g.slug,
  g.name,
  g.name_key,
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
  g.follow_count,
  (
    select count(*)
    from events as e
    where e.game_id = g.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at > (?1 - 5184000000)
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.game_id = g.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at > (?1 - 5184000000)
    order by e.start_at,
      e.id
    limit 1
  )
from games as g
where g.is_game
order by g.follow_count desc,
  g.id
limit ?2;

select s.id,
  s.display_name,
  s.name_key,
  s.language,
  coalesce(
    s.avatar_path,
    (
      select pp.path
      from streaming_accounts as pp_account
      cross join platform_pictures as pp on pp.kind = 'channel'
        and pp.platform = pp_account.platform
        and pp.subject = pp_account.name_key
      cross join streamers as pp_profile on pp_profile.id = pp_account.streamer_id
      where pp_account.streamer_id = s.id
        and pp.path is not null
        and (pp_profile.user_id is null or pp_account.verified_at is not null)
      order by pp_account.id
      limit 1
    )
  ),
  s.follow_count,
  s.followers,
  (
    select json_group_array(json_array(a.platform, a.name, a.verified_at is not null)) || ''
    from (
      select *
      from streaming_accounts
      where streaming_accounts.streamer_id = s.id
      order by streaming_accounts.id
    ) a
  ),
  (
    select iif(
      min(
        e.start_at - iif(
          e.start_at <= ?1
          and exists (
            select 1
            from streaming_accounts as a
            where a.streamer_id = s.id
              and a.platform = e.platform
              and a.name_key = lower(ltrim(e.streaming_account_name, '@'))
          ),
          1e15,
          0
        )
      ) is null,
      null,
      json_array(
        e.start_at,
        e.timezone,
        e.time_certainty,
        e.slug,
        e.platform,
        e.streaming_account_name,
        (
          select json_array(owner.id, owner.display_name, owner.avatar_path) || ''
          from streaming_accounts as owner_account
          join streamers as owner on owner.id = owner_account.streamer_id
          where owner_account.platform = e.platform
            and owner_account.name_key = lower(ltrim(e.streaming_account_name, '@'))
            and (owner.user_id is null or owner_account.verified_at is not null)
        ),
        exists (
          select 1
          from streaming_accounts as a
          where a.streamer_id = s.id
            and a.platform = e.platform
            and a.name_key = lower(ltrim(e.streaming_account_name, '@'))
        )
      ) || ''
    )
    from events as e
    where e.id in (
      select p.event_id as id
      from event_participants as p
      where p.streamer_id = s.id
      union
      select ce.id
      from streaming_accounts as a
      cross join events as ce on ce.platform = a.platform
        and lower(ce.streaming_account_name) = +a.name_key
      where a.streamer_id = s.id
    )
      and +e.status = 'approved'
      and e.cancelled_at is null
      and +e.end_at > ?1
  )
from (
  with tier_0 as materialized (
    select streamers.id,
      -streamers.featured_at as place
    from streamers
    where streamers.featured_at is not null
    order by place,
      id
    limit ?2
  ),
    tier_1 as materialized (
      select id,
        place
      from (
        select value as id,
          key as place
        from json_each(
          (
            select section_picks.ids
            from section_picks
            where section_picks.section = 'hyped_streamers'
              and section_picks.picked_at > (?1 - 900000)
          )
        )
        union all
        select id,
          place
        from (
          select shows.streamer_id as id,
            -sum(e.hype_count) as place
          from (
            with shown as (
              select id
              from (
                select e.id as id,
                  e.start_at as start_at,
                  e.game_id,
                  e.category
                from events as e
                where likely(e.status = 'approved')
                  and e.cancelled_at is null
                  and e.end_at > ?1
                  and e.start_at > (?1 - 86400000)
                union all
                select e.id as id,
                  e.start_at as start_at,
                  e.game_id,
                  e.category
                from events as e indexed by events_long
                where likely(e.status = 'approved')
                  and e.cancelled_at is null
                  and e.end_at > ?1
                  and e.end_at - e.start_at > 86400000
                  and e.start_at between (?1 - 5183999999)
                  and (?1 - 86400000)
                order by start_at asc,
                  id asc
                limit iif(
                  (
                    select section_picks.ids
                    from section_picks
                    where section_picks.section = 'hyped_streamers'
                      and section_picks.picked_at > (?1 - 900000)
                  ) is null,
                  300,
                  0
                )
              ) next
            )
            select p.event_id,
              p.streamer_id
            from shown
            join event_participants as p on p.event_id = shown.id
            where p.streamer_id is not null
              and true
            union
            select e.id,
              a.streamer_id
            from shown
            join events as e on e.id = shown.id
            join streaming_accounts as a on a.platform = e.platform
              and a.name_key = lower(e.streaming_account_name)
          ) shows
          join events as e on e.id = shows.event_id
          group by shows.streamer_id
          order by place,
            id
          limit iif(
            (
              select section_picks.ids
              from section_picks
              where section_picks.section = 'hyped_streamers'
                and section_picks.picked_at > (?1 - 900000)
            ) is null,
            12,
            0
          )
        )
      )
      order by place,
        id
      limit iif((select count(*) from (select id from tier_0)) < ?3, ?4, 0)
    )
  select id,
    min(tier) as tier,
    place
  from (select id, ?5 as tier, place from tier_0 union all select id, ?6 as tier, place from tier_1)
  group by id
) pick
join streamers as s on s.id = pick.id
where true
  and not (
    s.unlisted_at is not null
    or (
      s.user_id is not null
      and s.featured_at is null
      and not exists (
        select 1
        from streaming_accounts as proof
        where proof.streamer_id = s.id
          and proof.verified_at is not null
      )
      and not exists (
        select 1
        from event_participants as named
        join events as show on show.id = named.event_id
        where named.streamer_id = s.id
          and show.status = 'approved'
      )
    )
  )
order by pick.tier,
  pick.place,
  s.id
limit ?7;

select iif(
  d.id is null,
  null,
  json_array(d.id, d.partner, d.title, d.text, d.link, d.image_path, d.code) || ''
),
  (
    select min(iif(deals.start_at > ?1, deals.start_at, deals.end_at))
    from deals
    where deals.placement = ?2
      and deals.end_at > ?1
  )
from (select 1)
left join deals as d on d.id = (
  select deals.id
  from deals
  where deals.placement = ?2
    and deals.end_at > ?1
    and deals.start_at <= ?1
  order by deals.end_at,
    deals.id
  limit 1
);

-- a group

select eg.id,
  eg.slug,
  eg.name,
  eg.name_key,
  eg.thumbnail_path,
  eg.language_code,
  eg.category,
  g.slug,
  g.name,
  eg.event_count,
  (
    select count(*)
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at > (?1 - 5184000000)
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?1
      and e.start_at > (?1 - 5184000000)
    order by e.start_at,
      e.id
    limit 1
  ),
  (
    select count(*)
    from events as e
    where e.group_id = eg.id
      and e.status = 'approved'
      and e.cancelled_at is null
      and e.start_at > ?1
  ),
  eg.description,
  eg.follow_count,
  eg.venue,
  eg.website
from event_groups as eg
left join games as g on g.id = eg.game_id
where eg.slug = ?2;

select json_array(:event_columns),
  pick.is_marathon,
  pick.dates,
  pick.later_dates,
  pick.live_count
from (
  with live as materialized (
    select e.id as id,
      e.start_at as start_at,
      e.language <> ?1 as is_foreign,
      e.end_at - e.start_at > 86400000 as is_long
    from events as e
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?2
      and e.start_at <= ?3
      and e.group_id = (select event_groups.id from event_groups where event_groups.slug = ?4)
      and e.start_at > ?5
    union all
    select e.id as id,
      e.start_at as start_at,
      e.language <> ?6 as is_foreign,
      e.end_at - e.start_at > 86400000 as is_long
    from events as e indexed by events_long
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?7
      and e.start_at <= ?8
      and e.group_id = (select event_groups.id from event_groups where event_groups.slug = ?9)
      and e.end_at - e.start_at > 86400000
      and e.start_at between ?10 and ?11
    order by start_at asc,
      id asc
    limit -1
  ),
    marathons as materialized (
      select id
      from (
        select id,
          count(*) over () as count
        from (select id from live where is_long order by start_at, id limit ?12)
      )
      where count > 1
    )
  select e.id as id,
    0 as is_marathon,
    (
      select count(*)
      from events as x
      where x.series_key = e.series_key
        and x.status = 'approved'
        and x.cancelled_at is null
        and x.start_at > ?13
        and x.group_id = (select event_groups.id from event_groups where event_groups.slug = ?14)
    ) as dates,
    (
      select json_group_array(json(date))
      from (
        select json_array(x.id, x.slug, x.name, x.start_at, x.timezone, x.time_certainty) as date
        from events as x
        where x.series_key = e.series_key
          and x.status = 'approved'
          and x.cancelled_at is null
          and x.start_at > ?15
          and x.group_id = (select event_groups.id from event_groups where event_groups.slug = ?16)
          and (x.start_at, x.id) > (e.start_at, e.id)
        order by x.start_at,
          x.id
        limit 12
      )
    ) as later_dates,
    (select count(*) from live) as live_count
  from (
    with section_0 as materialized (
      select id
      from live
      where id not in (select id from marathons)
      order by is_foreign,
        start_at,
        id
      limit max(0, ?17)
    ),
      section_1 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at > ?18
          and e.cancelled_at is null
          and e.group_id = (select event_groups.id from event_groups where event_groups.slug = ?19)
          and (
            e.series_key is null
            or not exists (
              select 1
              from events as x
              where x.series_key = e.series_key
                and x.status = 'approved'
                and x.cancelled_at is null
                and x.start_at > ?20
                and x.group_id = (
                  select event_groups.id from event_groups where event_groups.slug = ?21
                )
                and (x.start_at, x.id) < (e.start_at, e.id)
            )
            or not (
              select count(*)
              from (
                select 1
                from events as x
                where x.series_key = e.series_key
                  and x.status = 'approved'
                  and x.cancelled_at is null
                  and x.start_at > ?22
                  and x.group_id = (
                    select event_groups.id from event_groups where event_groups.slug = ?23
                  )
                limit 3
              )
            ) >= iif(e.series_key like 's:%', 2, 3)
          )
        order by e.start_at asc,
          e.id asc
        limit max(0, ?24 - (select count(*) from section_0))
      )
    select id
    from section_0
    union all
    select id
    from section_1
  ) own
  cross join events as e on e.id = own.id
  union all
  select id,
    1,
    1,
    '[]',
    (select count(*) from live)
  from marathons
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id;
