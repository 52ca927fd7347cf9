-- the first page

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
      and e.start_at > ?2
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?3
      and e.start_at > ?4
    order by e.start_at,
      e.id
    limit 1
  ),
  pick.start_at,
  pick.id
from (
  select e.id as id,
    e.start_at as start_at,
    e.group_id as group_id
  from events as e
  where likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.end_at > ?5
    and e.group_id is not null
    and exists (
      select 1
      from event_groups as eg
      where eg.id = e.group_id
        and e.id = (
          select e.id
          from events as e
          where e.group_id = eg.id
            and likely(e.status = 'approved')
            and e.cancelled_at is null
            and e.end_at > ?6
            and e.start_at > ?7
            and coalesce(e.approved_at, 0) <= ?8
          order by e.start_at,
            e.id
          limit 1
        )
    )
    and e.start_at > ?9
  union all
  select e.id as id,
    e.start_at as start_at,
    e.group_id as group_id
  from events as e indexed by events_long
  where likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.end_at > ?10
    and e.group_id is not null
    and exists (
      select 1
      from event_groups as eg
      where eg.id = e.group_id
        and e.id = (
          select e.id
          from events as e
          where e.group_id = eg.id
            and likely(e.status = 'approved')
            and e.cancelled_at is null
            and e.end_at > ?11
            and e.start_at > ?12
            and coalesce(e.approved_at, 0) <= ?13
          order by e.start_at,
            e.id
          limit 1
        )
    )
    and e.end_at - e.start_at > 86400000
    and e.start_at between ?14 and ?15
  order by start_at asc,
    id asc
  limit ?16
) pick
cross join event_groups as eg on eg.id = pick.group_id
left join games as g on g.id = eg.game_id
order by pick.start_at,
  pick.id;

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
      and e.start_at > ?2
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?3
      and e.start_at > ?4
    order by e.start_at,
      e.id
    limit 1
  ),
  0,
  0
from event_groups as eg
left join games as g on g.id = eg.game_id
where not exists (
  select 1
  from events as e
  where e.group_id = eg.id
    and likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.end_at > ?5
    and e.start_at > ?6
    and coalesce(e.approved_at, 0) <= ?7
)
  and exists (
    select 1
    from events as e
    where e.group_id = eg.id
      and e.status = 'approved'
      and coalesce(e.approved_at, 0) <= ?8
  )
order by eg.name_key
limit max(
  0,
  ?9 - (
    0 + (
      select count(*)
      from (
        select e.id as id,
          e.start_at as start_at,
          e.group_id as group_id
        from events as e
        where likely(e.status = 'approved')
          and e.cancelled_at is null
          and e.end_at > ?10
          and e.group_id is not null
          and exists (
            select 1
            from event_groups as eg
            where eg.id = e.group_id
              and e.id = (
                select e.id
                from events as e
                where e.group_id = eg.id
                  and likely(e.status = 'approved')
                  and e.cancelled_at is null
                  and e.end_at > ?11
                  and e.start_at > ?12
                  and coalesce(e.approved_at, 0) <= ?13
                order by e.start_at,
                  e.id
                limit 1
              )
          )
          and e.start_at > ?14
        union all
        select e.id as id,
          e.start_at as start_at,
          e.group_id as group_id
        from events as e indexed by events_long
        where likely(e.status = 'approved')
          and e.cancelled_at is null
          and e.end_at > ?15
          and e.group_id is not null
          and exists (
            select 1
            from event_groups as eg
            where eg.id = e.group_id
              and e.id = (
                select e.id
                from events as e
                where e.group_id = eg.id
                  and likely(e.status = 'approved')
                  and e.cancelled_at is null
                  and e.end_at > ?16
                  and e.start_at > ?17
                  and coalesce(e.approved_at, 0) <= ?18
                order by e.start_at,
                  e.id
                limit 1
              )
          )
          and e.end_at - e.start_at > 86400000
          and e.start_at between ?19 and ?20
        order by start_at asc,
          id asc
        limit ?21
      )
    )
  )
);

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
      and e.start_at > ?2
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?3
      and e.start_at > ?4
    order by e.start_at,
      e.id
    limit 1
  ),
  0,
  0
from event_groups as eg
left join games as g on g.id = eg.game_id
where not exists (
  select 1
  from events as e
  where e.group_id = eg.id
    and e.status = 'approved'
    and coalesce(e.approved_at, 0) <= ?5
)
order by eg.name_key
limit max(
  0,
  ?6 - (
    0 + (
      select count(*)
      from (
        select e.id as id,
          e.start_at as start_at,
          e.group_id as group_id
        from events as e
        where likely(e.status = 'approved')
          and e.cancelled_at is null
          and e.end_at > ?7
          and e.group_id is not null
          and exists (
            select 1
            from event_groups as eg
            where eg.id = e.group_id
              and e.id = (
                select e.id
                from events as e
                where e.group_id = eg.id
                  and likely(e.status = 'approved')
                  and e.cancelled_at is null
                  and e.end_at > ?8
                  and e.start_at > ?9
                  and coalesce(e.approved_at, 0) <= ?10
                order by e.start_at,
                  e.id
                limit 1
              )
          )
          and e.start_at > ?11
        union all
        select e.id as id,
          e.start_at as start_at,
          e.group_id as group_id
        from events as e indexed by events_long
        where likely(e.status = 'approved')
          and e.cancelled_at is null
          and e.end_at > ?12
          and e.group_id is not null
          and exists (
            select 1
            from event_groups as eg
            where eg.id = e.group_id
              and e.id = (
                select e.id
                from events as e
                where e.group_id = eg.id
                  and likely(e.status = 'approved')
                  and e.cancelled_at is null
                  and e.end_at > ?13
                  and e.start_at > ?14
                  and coalesce(e.approved_at, 0) <= ?15
                order by e.start_at,
                  e.id
                limit 1
              )
          )
          and e.end_at - e.start_at > 86400000
          and e.start_at between ?16 and ?17
        order by start_at asc,
          id asc
        limit ?18
      )
    ) + (
      select count(*)
      from (
        select 1
        from event_groups as eg
        where not exists (
          select 1
          from events as e
          where e.group_id = eg.id
            and likely(e.status = 'approved')
            and e.cancelled_at is null
            and e.end_at > ?19
            and e.start_at > ?20
            and coalesce(e.approved_at, 0) <= ?21
        )
          and exists (
            select 1
            from events as e
            where e.group_id = eg.id
              and e.status = 'approved'
              and coalesce(e.approved_at, 0) <= ?22
          )
        limit ?23
      )
    )
  )
);

-- a later page

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
      and e.start_at > ?2
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?3
      and e.start_at > ?4
    order by e.start_at,
      e.id
    limit 1
  ),
  0,
  0
from event_groups as eg
left join games as g on g.id = eg.game_id
where not exists (
  select 1
  from events as e
  where e.group_id = eg.id
    and likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.end_at > ?5
    and e.start_at > ?6
    and coalesce(e.approved_at, 0) <= ?7
)
  and exists (
    select 1
    from events as e
    where e.group_id = eg.id
      and e.status = 'approved'
      and coalesce(e.approved_at, 0) <= ?8
  )
  and eg.name_key > ?9
order by eg.name_key
limit max(0, ?10 - (0));

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
      and e.start_at > ?2
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.group_id = eg.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?3
      and e.start_at > ?4
    order by e.start_at,
      e.id
    limit 1
  ),
  0,
  0
from event_groups as eg
left join games as g on g.id = eg.game_id
where not exists (
  select 1
  from events as e
  where e.group_id = eg.id
    and e.status = 'approved'
    and coalesce(e.approved_at, 0) <= ?5
)
order by eg.name_key
limit max(
  0,
  ?6 - (
    0 + (
      select count(*)
      from (
        select 1
        from event_groups as eg
        where not exists (
          select 1
          from events as e
          where e.group_id = eg.id
            and likely(e.status = 'approved')
            and e.cancelled_at is null
            and e.end_at > ?7
            and e.start_at > ?8
            and coalesce(e.approved_at, 0) <= ?9
        )
          and exists (
            select 1
            from events as e
            where e.group_id = eg.id
              and e.status = 'approved'
              and coalesce(e.approved_at, 0) <= ?10
          )
          and eg.name_key > ?11
        limit ?12
      )
    )
  )
);
