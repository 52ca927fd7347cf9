-- by followers, a later page

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
      and +e.end_at > ?2
  )
from streamers as s
where s.follow_count = ?3
  and s.followers = ?4
  and s.id > ?5
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
order by s.follow_count desc,
  s.followers desc,
  s.id asc
limit ?6;

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
      and +e.end_at > ?2
  )
from streamers as s
where s.follow_count = ?3
  and s.followers < ?4
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
order by s.follow_count desc,
  s.followers desc,
  s.id asc
limit ?5;

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
      and +e.end_at > ?2
  )
from streamers as s
where s.follow_count = ?3
  and s.followers is null
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
order by s.follow_count desc,
  s.followers desc,
  s.id asc
limit ?4;

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
      and +e.end_at > ?2
  )
from streamers as s
where s.follow_count < ?3
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
order by s.follow_count desc,
  s.followers desc,
  s.id asc
limit ?4;

-- by name

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
      and +e.end_at > ?2
  )
from streamers as s
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
  and exists (select 1 from streaming_accounts as a where a.streamer_id = s.id and a.platform = ?3)
order by s.name_key asc,
  s.id asc
limit ?4;

-- at random

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
      and +e.end_at > ?2
  )
from streamers as s
where ((s.id * 2654435761) % 4294967296) >= ?3
  and ((s.id * 2654435761) % 4294967296) > ?4
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
order by ((s.id * 2654435761) % 4294967296)
limit ?5;

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
      and +e.end_at > ?2
  )
from streamers as s
where ((s.id * 2654435761) % 4294967296) < ?3
  and ((s.id * 2654435761) % 4294967296) > ?4
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
order by ((s.id * 2654435761) % 4294967296)
limit ?5;
