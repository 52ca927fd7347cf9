import { sql, type SQL } from 'drizzle-orm'
import { minuteMs } from '#worker/contracts/durations.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { sectionPicks, type PickedSection } from '#worker/db/schema/section-picks.ts'
import { subtractMs, type InstantOrSql } from '#worker/features/events/upcoming-or-live.ts'

/** More than a page shows, as some may be over or withdrawn by then. */
const picksAtMost = 12

/** Older picks are not used: the job that chooses them has stopped. */
const longestUseMs = 15 * minuteMs

type PickQueryContext = {
  now: InstantOrSql
  most: number
  /** Limits a part to so many rows, or to none where the choice is not needed. */
  atMost: (rows: number) => SQL
}
/** Selects `id` and `place`, the lowest first. */
export type PickQuery = (choosing: PickQueryContext) => SQL

/** For the job that stores the picks: choosing among all events reads thousands of rows. */
export function choosePicks(choice: PickQuery, now: number): SQL {
  return choice({ now, most: picksAtMost, atMost: literal })
}

type StoredPicksQuery = { now: InstantOrSql; choice: PickQuery; shown: number }

/** The picks may lag a few minutes: what is shown must be checked again. */
export function selectStoredOrChosenPicks(
  section: PickedSection,
  { now, choice, shown }: StoredPicksQuery,
): SQL {
  if (shown > picksAtMost) return choice({ now, most: shown, atMost: literal })
  const picks = sql`(select ${sectionPicks.ids} from ${sectionPicks}
    where ${equals(sectionPicks.section, section)}
      and ${sectionPicks.pickedAt} > ${subtractMs(now, longestUseMs)})`
  const ifNeeded = (rows: number) => sql`iif(${picks} is null, ${literal(rows)}, 0)`
  return sql`select value as id, key as place from json_each(${picks})
    union all select id, place from (${choice({ now, most: picksAtMost, atMost: ifNeeded })})`
}
