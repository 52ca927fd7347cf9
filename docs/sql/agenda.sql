-- the first page

select id,
  name
from (
  select *
  from (
    select event_groups.id as id,
      event_groups.name as name,
      event_groups.name_key as name_key
    from event_groups
    order by event_groups.name_key
    limit ?1
  )
)
order by name_key;

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
    ),
      section_1 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at > ?2
          and e.cancelled_at is null
          and (
            e.series_key is null
            or not exists (
              select 1
              from events as x
              where x.series_key = e.series_key
                and x.status = 'approved'
                and x.cancelled_at is null
                and x.start_at > ?2
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
                  and x.start_at > ?2
                limit 3
              )
            ) >= iif(e.series_key like 's:%', 2, 3)
          )
        order by e.start_at asc,
          e.id asc
        limit max(0, ?5 - (select count(*) from section_0))
      ),
      section_2 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at <= ?2
          and e.end_at <= ?2
        order by e.start_at desc,
          e.id desc
        limit max(0, ?6 - (select count(*) from section_0) - (select count(*) from section_1))
      )
    select id
    from section_0
    union all
    select id
    from section_1
    union all
    select id
    from section_2
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

-- a later page

select id,
  name
from (
  select *
  from (
    select event_groups.id as id,
      event_groups.name as name,
      event_groups.name_key as name_key
    from event_groups
    order by event_groups.name_key
    limit ?1
  )
)
order by name_key;

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
        and (is_foreign, start_at, id) > (?4, ?5, ?6)
      order by is_foreign,
        start_at,
        id
      limit max(0, ?7)
    ),
      section_1 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at > ?2
          and e.cancelled_at is null
          and (
            e.series_key is null
            or not exists (
              select 1
              from events as x
              where x.series_key = e.series_key
                and x.status = 'approved'
                and x.cancelled_at is null
                and x.start_at > ?2
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
                  and x.start_at > ?2
                limit 3
              )
            ) >= iif(e.series_key like 's:%', 2, 3)
          )
        order by e.start_at asc,
          e.id asc
        limit max(0, ?8 - (select count(*) from section_0))
      ),
      section_2 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at <= ?2
          and e.end_at <= ?2
        order by e.start_at desc,
          e.id desc
        limit max(0, ?9 - (select count(*) from section_0) - (select count(*) from section_1))
      )
    select id
    from section_0
    union all
    select id
    from section_1
    union all
    select id
    from section_2
  ) own
  cross join events as e on e.id = own.id
) pick
cross join events as e on e.id = pick.id
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id;

-- by names, within a range

select id,
  name
from (
  select *
  from (
    select event_groups.id as id,
      event_groups.name as name,
      event_groups.name_key as name_key
    from event_groups
    order by event_groups.name_key
    limit ?1
  )
)
order by name_key;

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
      and e.end_at > ?4
      and e.start_at > ?5
      and e.start_at < ?6
      and e.game_id in (select games.id from games where games.name_key like ?7 escape '\')
      and e.start_at > ?8
    union all
    select e.id as id,
      e.start_at as start_at,
      e.language <> ?9 as is_foreign,
      e.end_at - e.start_at > 86400000 as is_long
    from events as e indexed by events_long
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?10
      and e.start_at <= ?11
      and e.end_at > ?12
      and e.start_at > ?13
      and e.start_at < ?14
      and e.game_id in (select games.id from games where games.name_key like ?15 escape '\')
      and e.end_at - e.start_at > 86400000
      and e.start_at between ?16 and ?17
    order by start_at asc,
      id asc
    limit -1
  ),
    marathons as materialized (
      select id
      from (
        select id,
          count(*) over () as count
        from (select id from live where is_long order by start_at, id limit ?18)
      )
      where count > 1
    )
  select e.id as id,
    0 as is_marathon,
    1 as dates,
    '[]' as later_dates,
    (select count(*) from live) as live_count
  from (
    with section_0 as materialized (
      select id
      from live
      where id not in (select id from marathons)
      order by is_foreign,
        start_at,
        id
      limit max(0, ?19)
    ),
      section_1 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at > ?20
          and e.cancelled_at is null
          and e.end_at > ?21
          and e.start_at > ?22
          and e.start_at < ?23
          and e.game_id in (select games.id from games where games.name_key like ?24 escape '\')
        order by e.start_at asc,
          e.id asc
        limit max(0, ?25 - (select count(*) from section_0))
      ),
      section_2 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at <= ?26
          and e.end_at <= ?27
          and e.end_at > ?28
          and e.start_at > ?29
          and e.start_at < ?30
          and e.game_id in (select games.id from games where games.name_key like ?31 escape '\')
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
      and e.end_at > ?3
      and e.start_at > ?4
      and e.start_at < ?5
      and e.game_id in (select games.id from games where games.name_key like ?6 escape '\')
      and e.start_at > ?7
    union all
    select e.id as id,
      e.start_at as start_at
    from events as e
    where likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?8
      and e.start_at <= ?9
      and e.end_at > ?10
      and e.start_at > ?11
      and e.start_at < ?12
      and e.game_id in (select games.id from games where games.name_key like ?13 escape '\')
      and e.end_at - e.start_at > 86400000
      and e.start_at between ?14 and ?15
    order by start_at asc,
      id asc
    limit max(0, ?16)
  ),
    section_1 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at > ?17
        and e.cancelled_at is null
        and e.end_at > ?18
        and e.start_at > ?19
        and e.start_at < ?20
        and e.game_id in (select games.id from games where games.name_key like ?21 escape '\')
      order by e.start_at asc,
        e.id asc
      limit max(0, ?22 - (select count(*) from section_0))
    ),
    section_2 as materialized (
      select e.id
      from events as e
      where likely(e.status = 'approved')
        and e.start_at <= ?23
        and e.end_at <= ?24
        and e.end_at > ?25
        and e.start_at > ?26
        and e.start_at < ?27
        and e.game_id in (select games.id from games where games.name_key like ?28 escape '\')
      order by e.start_at desc,
        e.id desc
      limit max(0, ?29 - (select count(*) from section_0) - (select count(*) from section_1))
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
      and e.game_id in (select games.id from games where games.name_key like ?4 escape '\')
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
      and e.game_id in (select games.id from games where games.name_key like ?9 escape '\')
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
    1 as dates,
    '[]' as later_dates,
    (select count(*) from live) as live_count
  from (
    with section_0 as materialized (
      select id
      from live
      where id not in (select id from marathons)
      order by is_foreign,
        start_at,
        id
      limit max(0, ?13)
    ),
      section_1 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at > ?14
          and e.cancelled_at is null
          and e.game_id in (select games.id from games where games.name_key like ?15 escape '\')
        order by e.start_at asc,
          e.id asc
        limit max(0, ?16 - (select count(*) from section_0))
      ),
      section_2 as materialized (
        select e.id
        from events as e
        where likely(e.status = 'approved')
          and e.start_at <= ?17
          and e.end_at <= ?18
          and e.game_id in (select games.id from games where games.name_key like ?19 escape '\')
        order by e.start_at desc,
          e.id desc
        limit max(0, ?20 - (select count(*) from section_0) - (select count(*) from section_1))
      )
    select id
    from section_0
    union all
    select id
    from section_1
    union all
    select id
    from section_2
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
