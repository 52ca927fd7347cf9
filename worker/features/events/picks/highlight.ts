import { sql, type SQL } from 'drizzle-orm'
import type { Locale } from '#worker/contracts/locale.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { e } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import { preparePerShape, type Params } from '#worker/db/statement.ts'
import { isApproved, selectEventsByIds } from '#worker/features/events/event-rows.ts'
import { addMs, type InstantOrSql } from '#worker/features/events/upcoming-or-live.ts'
import { selectStoredOrChosenPicks, type PickQuery } from './section-picks.ts'

const candidateDays = 30
const ownLanguageDays = 14

function isCandidate(now: InstantOrSql): SQL {
  return sql`${isApproved} and ${e.cancelledAt} is null and ${e.timeCertainty} <> 'tba'
    and ${e.startAt} > ${now} and ${e.startAt} < ${addMs(now, candidateDays * dayMs)}`
}

/** The page’s language first where it has an event soon, then the most hyped. */
function orderOf(locale: Locale, now: InstantOrSql): SQL {
  return sql`not (${equals(e.language, locale)}
      and ${e.startAt} < ${addMs(now, ownLanguageDays * dayMs)}),
    +${e.hypeCount} desc, ${e.startAt}, ${e.id}`
}

export function createHighlightChoice(locale: Locale): PickQuery {
  return ({ now, most, atMost }) => sql`select ${e.id} as id,
      row_number() over (order by ${orderOf(locale, now)}) as place
    from ${e} where ${isCandidate(now)} order by place limit ${atMost(most)}`
}

/** The event that nobody should miss, of the next 30 days. */
export const selectHighlight = preparePerShape(
  (locale: Locale, { now }: Params<{ now: number }>) => {
    const choice = createHighlightChoice(locale)
    const picked = selectStoredOrChosenPicks(`highlight_${locale}`, { now, choice, shown: 1 })
    return selectEventsByIds(
      sql`select ${e.id} as id from (${picked}) choice
        cross join ${e} on ${e.id} = choice.id where ${isCandidate(now)}
        order by ${orderOf(locale, now)} limit 1`,
    )
  },
)
