-- names

select type,
  row
from (
  with types(kind, alias) as (values (1, 5), (2, null), (3, null), (4, 6)),
    plain_firsts as materialized (
      select rowid as n from search_names(?1) order by rowid desc limit iif(true, 60, 0)
    ),
    plain_end as materialized (
      select iif(count(*) < 60, 0, min(n) >> 60) as kind from plain_firsts
    ),
    plain_names as materialized (
      select kind,
        value as n
      from (
        select k.kind as kind,
          iif(
            k.kind > past.kind
            or k.kind = past.kind
            and (select count(*) from plain_firsts where n >> 60 = k.kind) >= 60,
            (
              select json_group_array(n)
              from (select n from plain_firsts where n >> 60 = k.kind limit 60)
            ),
            (
              select json_group_array(rowid)
              from (
                select rowid
                from search_names(?1)
                where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                order by rowid desc
                limit 60
              )
            )
          ) as list
        from (types) k
        cross join plain_end past
      )
      cross join json_each(list)
    ),
    joined_firsts as materialized (
      select rowid as n
      from search_names(?2)
      where rowid >= (
        select iif((select count(*) from plain_names where +kind = 1) < ?3, 1, 2) << 60
      )
      order by rowid desc
      limit iif(
        ?4 is null
        or exists (
          select 1
          from search_names(?4)
          where rowid >= iif((select count(*) from plain_names where +kind = 1) < ?3, 1, 2) << 60
        ),
        60,
        0
      )
    ),
    joined_end as materialized (
      select iif(count(*) < 60, 0, min(n) >> 60) as kind from joined_firsts
    ),
    names as materialized (
      select kind,
        n & 4294967295 as id
      from plain_names
      union
      select kind,
        n & 4294967295
      from (
        select kind,
          value as n
        from (
          select k.kind as kind,
            iif(
              k.kind > past.kind
              or k.kind = past.kind
              and (select count(*) from joined_firsts where n >> 60 = k.kind) >= 60,
              (
                select json_group_array(n)
                from (select n from joined_firsts where n >> 60 = k.kind limit 60)
              ),
              (
                select json_group_array(rowid)
                from (
                  select rowid
                  from search_names(?2)
                  where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                  order by rowid desc
                  limit 60
                )
              )
            ) as list
          from (
            select *
            from (
              select kind
              from types
              where ?3 > (select count(*) from plain_names where +plain_names.kind = types.kind)
            )
            where exists (select 1 from joined_firsts)
          ) k
          cross join joined_end past
        )
        cross join json_each(list)
      )
    ),
    counts as materialized (select kind, count(*) as held from names group by kind),
    aliases(kind) as materialized (
      select alias
      from types
      left join counts on +counts.kind = types.kind
      where alias is not null
        and coalesce(held, 0) < ?3
    ),
    others as materialized (
      select case kind
        when 5 then 1
        when 6 then 4
        else kind end as kind,
        case kind
        when 5 then (n - (5 << 60)) / 256
        when 6 then (select streamer_id from streaming_accounts where id = n - (6 << 60))
        else n & 4294967295 end as id
      from (
        select kind,
          value as n
        from (
          select k.kind as kind,
            iif(
              k.kind > past.kind
              or k.kind = past.kind
              and (select count(*) from plain_firsts where n >> 60 = k.kind) >= 40,
              (
                select json_group_array(n)
                from (select n from plain_firsts where n >> 60 = k.kind limit 40)
              ),
              (
                select json_group_array(rowid)
                from (
                  select rowid
                  from search_names(?1)
                  where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                  order by rowid desc
                  limit 40
                )
              )
            ) as list
          from (aliases) k
          cross join plain_end past
        )
        cross join json_each(list)
        union
        select kind,
          value as n
        from (
          select k.kind as kind,
            iif(
              k.kind > past.kind
              or k.kind = past.kind
              and (select count(*) from joined_firsts where n >> 60 = k.kind) >= 40,
              (
                select json_group_array(n)
                from (select n from joined_firsts where n >> 60 = k.kind limit 40)
              ),
              (
                select json_group_array(rowid)
                from (
                  select rowid
                  from search_names(?2)
                  where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                  order by rowid desc
                  limit 40
                )
              )
            ) as list
          from (
            select * from (select kind from aliases) where exists (select 1 from joined_firsts)
          ) k
          cross join joined_end past
        )
        cross join json_each(list)
      )
    ),
    parts as materialized (
      select one.key as spelling,
        w.key as word,
        part.value as part
      from json_each(?5) one,
        json_each(one.value) w,
        json_each(w.value, '$.parts') part
    ),
    corrected_0 as materialized (
      select iif(
        not (exists (select 1 from plain_firsts) or exists (select 1 from joined_firsts)),
        coalesce(
          iif(?6 ->> '$[0]' = (select max(id) from search_words), ?6 ->> '$[1]', null),
          (
            select group_concat(
              '(' || coalesce(
                (
                  select group_concat('"' || word || '"', ' OR ') || ' OR '
                  from (
                    select word,
                      (
                        select count(*)
                        from parts
                        where spelling = 0
                          and parts.word = w.key
                          and instr(' ' || search_words.word || ' ', part)
                      ) * 1.0 / (
                        length(word) + json_array_length(w.value, '$.parts')
                      ) as similarity
                    from search_words
                    where id in (
                      select rowid
                      from search_word_parts
                      where search_word_parts match w.value ->> 'similar'
                      limit 200
                    )
                    order by similarity desc
                    limit 6
                  )
                ),
                ''
              ) || (w.value ->> 'exact') || ')',
              ' AND '
            )
            from json_each(?5, '$[' || 0 || ']') w
          )
        ),
        null
      ) as expression
    ),
    alike_0_firsts as materialized (
      select rowid as n
      from search_names((select expression from corrected_0))
      order by rowid desc
      limit iif((select expression from corrected_0) is not null, 100, 0)
    ),
    alike_0_end as materialized (
      select iif(count(*) < 100, 0, min(n) >> 60) as kind from alike_0_firsts
    ),
    corrected_1 as materialized (
      select iif(
        not (exists (select 1 from plain_firsts) or exists (select 1 from joined_firsts))
        and (select count(*) from alike_0_firsts) < 6,
        coalesce(
          iif(?6 ->> '$[0]' = (select max(id) from search_words), ?6 ->> '$[2]', null),
          (
            select group_concat(
              '(' || coalesce(
                (
                  select group_concat('"' || word || '"', ' OR ') || ' OR '
                  from (
                    select word,
                      (
                        select count(*)
                        from parts
                        where spelling = 1
                          and parts.word = w.key
                          and instr(' ' || search_words.word || ' ', part)
                      ) * 1.0 / (
                        length(word) + json_array_length(w.value, '$.parts')
                      ) as similarity
                    from search_words
                    where id in (
                      select rowid
                      from search_word_parts
                      where search_word_parts match w.value ->> 'similar'
                      limit 200
                    )
                    order by similarity desc
                    limit 6
                  )
                ),
                ''
              ) || (w.value ->> 'exact') || ')',
              ' AND '
            )
            from json_each(?5, '$[' || 1 || ']') w
          )
        ),
        null
      ) as expression
    ),
    alike_1_firsts as materialized (
      select rowid as n
      from search_names((select expression from corrected_1))
      order by rowid desc
      limit iif((select expression from corrected_1) is not null, 100, 0)
    ),
    alike_1_end as materialized (
      select iif(count(*) < 100, 0, min(n) >> 60) as kind from alike_1_firsts
    ),
    alike as materialized (
      select case kind
        when 5 then 1
        when 6 then 4
        else kind end as kind,
        case kind
        when 5 then (n - (5 << 60)) / 256
        when 6 then (select streamer_id from streaming_accounts where id = n - (6 << 60))
        else n & 4294967295 end as id
      from (
        select kind,
          value as n
        from (
          select k.kind as kind,
            iif(
              k.kind > past.kind
              or k.kind = past.kind
              and (select count(*) from alike_0_firsts where n >> 60 = k.kind) >= 100,
              (
                select json_group_array(n)
                from (select n from alike_0_firsts where n >> 60 = k.kind limit 100)
              ),
              (
                select json_group_array(rowid)
                from (
                  select rowid
                  from search_names((select expression from corrected_0))
                  where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                  order by rowid desc
                  limit 100
                )
              )
            ) as list
          from (
            select * from (select kind from types) where exists (select 1 from alike_0_firsts)
          ) k
          cross join alike_0_end past
        )
        cross join json_each(list)
        union all
        select kind,
          value as n
        from (
          select k.kind as kind,
            iif(
              k.kind > past.kind
              or k.kind = past.kind
              and (select count(*) from alike_0_firsts where n >> 60 = k.kind) >= 40,
              (
                select json_group_array(n)
                from (select n from alike_0_firsts where n >> 60 = k.kind limit 40)
              ),
              (
                select json_group_array(rowid)
                from (
                  select rowid
                  from search_names((select expression from corrected_0))
                  where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                  order by rowid desc
                  limit 40
                )
              )
            ) as list
          from (
            select *
            from (select alias as kind from types where alias is not null)
            where exists (select 1 from alike_0_firsts)
          ) k
          cross join alike_0_end past
        )
        cross join json_each(list)
        union all
        select kind,
          value as n
        from (
          select k.kind as kind,
            iif(
              k.kind > past.kind
              or k.kind = past.kind
              and (select count(*) from alike_1_firsts where n >> 60 = k.kind) >= 100,
              (
                select json_group_array(n)
                from (select n from alike_1_firsts where n >> 60 = k.kind limit 100)
              ),
              (
                select json_group_array(rowid)
                from (
                  select rowid
                  from search_names((select expression from corrected_1))
                  where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                  order by rowid desc
                  limit 100
                )
              )
            ) as list
          from (
            select * from (select kind from types) where exists (select 1 from alike_1_firsts)
          ) k
          cross join alike_1_end past
        )
        cross join json_each(list)
        union all
        select kind,
          value as n
        from (
          select k.kind as kind,
            iif(
              k.kind > past.kind
              or k.kind = past.kind
              and (select count(*) from alike_1_firsts where n >> 60 = k.kind) >= 40,
              (
                select json_group_array(n)
                from (select n from alike_1_firsts where n >> 60 = k.kind limit 40)
              ),
              (
                select json_group_array(rowid)
                from (
                  select rowid
                  from search_names((select expression from corrected_1))
                  where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                  order by rowid desc
                  limit 40
                )
              )
            ) as list
          from (
            select *
            from (select alias as kind from types where alias is not null)
            where exists (select 1 from alike_1_firsts)
          ) k
          cross join alike_1_end past
        )
        cross join json_each(list)
      )
    ),
    grams as materialized (select value from json_each(?7)),
    word_patterns as materialized (select value from json_each(?8)),
    begun as materialized (
      select kind,
        (
          select json_group_array(rowid)
          from (
            select rowid
            from search_names(?9)
            where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
            order by rowid desc
            limit 40
          )
        ) as list
      from counts k
      where held > min(?10, 59)
    ),
    candidates as materialized (
      select kind,
        id,
        min(tier) as tier
      from (
        select kind,
          value & 4294967295 as id,
          2 as tier
        from (
          select kind,
            (
              select json_group_array(rowid)
              from (
                select rowid
                from search_names(?11)
                where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
                order by rowid desc
                limit 40
              )
            ) as list
          from begun k
          where json_array_length(list) > min(?10, 39)
        )
        cross join json_each(list)
        union all
        select kind,
          value & 4294967295,
          3
        from begun
        cross join json_each(list)
        union all
        select kind,
          id,
          4
        from names
        union all
        select kind,
          id,
          5
        from others
        union all
        select kind,
          id,
          6
        from alike
      )
      group by kind,
        id
    )
  select 'event' as type,
    json_array(
      :event_columns,
      (
        select count(*)
        from events as x
        where x.series_key = e.series_key
          and x.status = 'approved'
          and x.cancelled_at is null
          and x.start_at > ?12
      )
    ) as row
  from (
    select id
    from (
      select h.id,
        case
        when (
          length(h.name) between ?13 and ?13 + 12
          and replace(
            replace(
              replace(
                replace(
                  replace(
                    replace(
                      replace(
                        replace(
                          replace(
                            replace(replace(replace(lower(h.name), ' ', ''), '-', ''), '_', ''),
                            ':',
                            ''
                          ),
                          ',',
                          ''
                        ),
                        '.',
                        ''
                      ),
                      '!',
                      ''
                    ),
                    '?',
                    ''
                  ),
                  '&',
                  ''
                ),
                '''',
                ''
              ),
              '’',
              ''
            ),
            '"',
            ''
          ) glob ?14
        ) then 0
        when tier = 4 then case
        when lower(replace(h.name, ' ', '')) glob ?14 || '*' then 3
        when exists (
          select 1
          from word_patterns
          where lower(replace(h.streaming_account_name, ' ', '')) glob '*' || value || '*'
            and not lower(replace(h.name, ' ', '')) glob '*' || value || '*'
        ) then 5
        else tier end
        else tier end as rank,
        iif(
          tier < 6, 0, -(select count(*) from grams where instr(lower(h.name), value))
        ) as difference,
        h.end_at <= ?12
        or h.cancelled_at is not null as term_0,
        -h.hype_count as term_1,
        abs(h.start_at - ?12) as term_2,
        h.id as term_3 ,
        coalesce(h.series_key, h.id) as key,
        row_number() over (
          partition by coalesce(h.series_key, h.id)
          order by h.end_at <= ?12
          or h.cancelled_at is not null,
          h.start_at,
          h.id
        ) as nth
      from candidates hit
      cross join events h on h.id = hit.id
      where hit.kind = 1
        and h.status = 'approved'
    ) hit
    where nth = 1
      or not (
        select count(*)
        from (
          select 1
          from events as x
          where x.series_key = hit.key
            and x.status = 'approved'
            and x.cancelled_at is null
            and x.start_at > ?12
          limit 3
        )
      ) >= iif(hit.key like 's:%', 2, 3)
    order by rank,
      difference,
      term_0,
      term_1,
      term_2,
      term_3
    limit iif(
      not (exists (select 1 from plain_firsts) or exists (select 1 from joined_firsts)), ?15, ?10
    )
  ) pick
  cross join events as e on e.id = pick.id
  left join games as g on g.id = e.game_id
  left join event_groups as eg on eg.id = e.group_id
  union all
  select 'group' as type,
    json_array(
      eg.id,
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
          and e.end_at > ?12
          and e.start_at > (?12 - 5184000000)
      ),
      (
        select json_array(e.start_at, e.timezone, e.time_certainty) || ''
        from events as e
        where e.group_id = eg.id
          and likely(e.status = 'approved')
          and e.cancelled_at is null
          and e.end_at > ?12
          and e.start_at > (?12 - 5184000000)
        order by e.start_at,
          e.id
        limit 1
      )
    ) as row
  from (
    select id
    from (
      select h.id,
        case
        when (
          length(h.name) between ?13 and ?13 + 12
          and replace(
            replace(
              replace(
                replace(
                  replace(
                    replace(
                      replace(
                        replace(
                          replace(
                            replace(replace(replace(lower(h.name), ' ', ''), '-', ''), '_', ''),
                            ':',
                            ''
                          ),
                          ',',
                          ''
                        ),
                        '.',
                        ''
                      ),
                      '!',
                      ''
                    ),
                    '?',
                    ''
                  ),
                  '&',
                  ''
                ),
                '''',
                ''
              ),
              '’',
              ''
            ),
            '"',
            ''
          ) glob ?14
        ) then 0
        when tier = 4 then case
        when lower(replace(h.name, ' ', '')) glob ?14 || '*' then 3
        else tier end
        else tier end as rank,
        iif(
          tier < 6, 0, -(select count(*) from grams where instr(lower(h.name), value))
        ) as difference,
        not exists (
          select 1
          from events as e
          where e.group_id = h.id
            and likely(e.status = 'approved')
            and e.cancelled_at is null
            and e.end_at > ?12
            and e.start_at > (?12 - 5184000000)
        ) as term_0,
        -h.event_count as term_1,
        h.id as term_2
      from candidates hit
      cross join event_groups h on h.id = hit.id
      where hit.kind = 2
        and true
    ) hit
    order by rank,
      difference,
      term_0,
      term_1,
      term_2
    limit iif(
      not (exists (select 1 from plain_firsts) or exists (select 1 from joined_firsts)), ?15, ?10
    )
  ) pick
  cross join event_groups eg on eg.id = pick.id
  left join games g on g.id = eg.game_id
  union all
  select 'game' as type,
    json_array(
      g.id,
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
          and e.end_at > ?12
          and e.start_at > (?12 - 5184000000)
      ),
      (
        select json_array(e.start_at, e.timezone, e.time_certainty) || ''
        from events as e
        where e.game_id = g.id
          and likely(e.status = 'approved')
          and e.cancelled_at is null
          and e.end_at > ?12
          and e.start_at > (?12 - 5184000000)
        order by e.start_at,
          e.id
        limit 1
      )
    ) as row
  from (
    select id
    from (
      select h.id,
        case
        when (
          length(h.name) between ?13 and ?13 + 12
          and replace(
            replace(
              replace(
                replace(
                  replace(
                    replace(
                      replace(
                        replace(
                          replace(
                            replace(replace(replace(lower(h.name), ' ', ''), '-', ''), '_', ''),
                            ':',
                            ''
                          ),
                          ',',
                          ''
                        ),
                        '.',
                        ''
                      ),
                      '!',
                      ''
                    ),
                    '?',
                    ''
                  ),
                  '&',
                  ''
                ),
                '''',
                ''
              ),
              '’',
              ''
            ),
            '"',
            ''
          ) glob ?14
        ) then 0
        when tier = 4 then case
        when lower(replace(h.name, ' ', '')) glob ?14 || '*' then 3
        else tier end
        else tier end as rank,
        iif(
          tier < 6, 0, -(select count(*) from grams where instr(lower(h.name), value))
        ) as difference,
        -h.follow_count as term_0,
        h.id as term_1
      from candidates hit
      cross join games h on h.id = hit.id
      where hit.kind = 3
        and true
    ) hit
    order by rank,
      difference,
      term_0,
      term_1
    limit iif(
      not (exists (select 1 from plain_firsts) or exists (select 1 from joined_firsts)), ?15, ?10
    )
  ) pick
  cross join games g on g.id = pick.id
  union all
  select 'streamer' as type,
    json_array(
      s.id,
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
              e.start_at <= ?12
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
          and +e.end_at > ?12
      )
    ) as row
  from (
    select id
    from (
      select h.id,
        case
        when (
          length(h.display_name) between ?13 and ?13 + 12
          and replace(
            replace(
              replace(
                replace(
                  replace(
                    replace(
                      replace(
                        replace(
                          replace(
                            replace(
                              replace(replace(lower(h.display_name), ' ', ''), '-', ''), '_', ''
                            ),
                            ':',
                            ''
                          ),
                          ',',
                          ''
                        ),
                        '.',
                        ''
                      ),
                      '!',
                      ''
                    ),
                    '?',
                    ''
                  ),
                  '&',
                  ''
                ),
                '''',
                ''
              ),
              '’',
              ''
            ),
            '"',
            ''
          ) glob ?14
        ) then 0
        when tier = 4 then case
        when lower(replace(h.display_name, ' ', '')) glob ?14 || '*' then 3
        else tier end
        else tier end as rank,
        iif(
          tier < 6, 0, -(select count(*) from grams where instr(lower(h.display_name), value))
        ) as difference,
        -coalesce(h.followers, 0) - h.follow_count as term_0,
        h.id as term_1
      from candidates hit
      cross join streamers h on h.id = hit.id
      where hit.kind = 4
        and not (
          h.unlisted_at is not null
          or (
            h.user_id is not null
            and h.featured_at is null
            and not exists (
              select 1
              from streaming_accounts as proof
              where proof.streamer_id = h.id
                and proof.verified_at is not null
            )
            and not exists (
              select 1
              from event_participants as named
              join events as show on show.id = named.event_id
              where named.streamer_id = h.id
                and show.status = 'approved'
            )
          )
        )
    ) hit
    order by rank,
      difference,
      term_0,
      term_1
    limit iif(
      not (exists (select 1 from plain_firsts) or exists (select 1 from joined_firsts)), ?15, ?10
    )
  ) pick
  cross join streamers s on s.id = pick.id
  union all
  select 'corrections',
    json_array(
      (select max(id) from search_words),
      (select expression from corrected_0),
      (select expression from corrected_1)
    )
  from corrected_0
  where expression is not null
);
