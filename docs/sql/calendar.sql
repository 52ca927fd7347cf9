-- a month

select json_array(:event_columns)
from events as e
left join games as g on g.id = e.game_id
left join event_groups as eg on eg.id = e.group_id
where likely(e.status = 'approved')
  and e.start_at < ?1
  and e.start_at > ?2
  and e.end_at > ?3
order by e.start_at,
  e.id
limit ?4;

select e.start_at
from events as e
where e.status = 'approved'
  and e.cancelled_at is null
  and e.start_at >= ?1
  and e.start_at < ?2
order by e.start_at
limit 1;

select e.start_at
from events as e
where e.status = 'approved'
  and e.cancelled_at is null
  and e.start_at < ?1
  and e.start_at > ?2
order by e.start_at desc
limit 1;
