-- by popularity, a later page

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
      and e.start_at > ?2
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.game_id = g.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?3
      and e.start_at > ?4
    order by e.start_at,
      e.id
    limit 1
  )
from games as g
where g.follow_count = ?5
  and g.id > ?6
  and g.is_game
order by g.follow_count desc,
  g.id asc
limit ?7;

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
      and e.start_at > ?2
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.game_id = g.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?3
      and e.start_at > ?4
    order by e.start_at,
      e.id
    limit 1
  )
from games as g
where g.follow_count < ?5
  and g.is_game
order by g.follow_count desc,
  g.id asc
limit ?6;

-- by name

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
      and e.start_at > ?2
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.game_id = g.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?3
      and e.start_at > ?4
    order by e.start_at,
      e.id
    limit 1
  )
from games as g
where true
  and g.name_key like ?5 escape '\'
order by g.name_key asc
limit ?6;

-- by coming events

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
      and e.start_at > ?2
      and coalesce(e.approved_at, 0) <= ?3
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.game_id = g.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?4
      and e.start_at > ?5
      and coalesce(e.approved_at, 0) <= ?6
    order by e.start_at,
      e.id
    limit 1
  )
from (
  select e.game_id,
    count(*) as count
  from events as e indexed by events_start
  where likely(e.status = 'approved')
    and e.cancelled_at is null
    and e.end_at > ?7
    and e.start_at > ?8
    and coalesce(e.approved_at, 0) <= ?9
    and e.game_id is not null
  group by e.game_id
) c
join games as g on g.id = c.game_id
where true
  and g.is_game
order by c.count desc,
  g.follow_count desc,
  g.id
limit ?10;

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
      and e.start_at > ?2
      and coalesce(e.approved_at, 0) <= ?3
  ),
  (
    select json_array(e.start_at, e.timezone, e.time_certainty) || ''
    from events as e
    where e.game_id = g.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?4
      and e.start_at > ?5
      and coalesce(e.approved_at, 0) <= ?6
    order by e.start_at,
      e.id
    limit 1
  )
from games as g
where true
  and g.is_game
  and not exists (
    select 1
    from events as e
    where e.game_id = g.id
      and likely(e.status = 'approved')
      and e.cancelled_at is null
      and e.end_at > ?7
      and e.start_at > ?8
      and coalesce(e.approved_at, 0) <= ?9
  )
order by g.follow_count desc,
  g.id asc
limit ?10;
