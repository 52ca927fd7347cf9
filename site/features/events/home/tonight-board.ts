import { eventRow } from '#site/features/events/event-row.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import {
  boardDayText,
  chooseBoard,
  countStartsTonight,
  hasMoreTonight,
  listNightDays,
  type Board,
} from '#site/lib/time/night.ts'
import { dayText, type TimeContext } from '#site/lib/time/time-text.ts'
import { allDayDate, utcTimeContext, utcZoneName } from '#site/lib/time/utc-times.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'
import { boardRows, quarterMs } from '#worker/contracts/tonight.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

export type TonightProps = {
  /** Events of the next 24 hours, in order of time. */
  candidates: readonly EventSummary[]
  /** Counts by quarter of an hour, from now on; none where they could not be read. */
  starts: readonly number[]
  liveCount: number
}

/** The rows of all zones; the script before paint keeps those of the reader's. Without it: UTC. */
export function tonightBoard(page: PageContext, props: TonightProps): Html {
  const { candidates, starts, liveCount } = props
  const reader = utcTimeContext(page.locale, page.ctx.now)
  const ranks = rankCandidates(page, candidates)
  const rows = candidates.map((event) => ({
    event,
    start: Date.parse(event.start),
    isAllDay: allDayDate(event, reader) !== undefined,
    rank: ranks.get(event) ?? 0,
  }))
  const board = chooseBoard(rows, reader, boardRows)
  const count = liveCount + countStartsTonight(starts, reader.now, reader)
  return html`<section
    class="tonight"
    aria-labelledby="tonight"
    data-night="${board.isTonight ? 'on' : 'none'}"
  >
    ${boardHead(page, boardDayText(board, reader))} ${weekStrip(page, reader)}
    <ol class="board day-rows">
      ${rows.map((row) =>
        eventRow(page, {
          event: row.event,
          heading: 'h3',
          data: { 'data-rank': row.rank, 'data-on': findPlace(board, row) },
        }),
      )}
    </ol>
    ${moreLink(page, count, !hasMoreTonight(board, count))}
    <i
      hidden
      data-time-format="board"
      data-live="${liveCount}"
      data-from="${Math.floor(reader.now / quarterMs) * quarterMs}"
      data-starts="${starts.map((count) => count || '').join()}"
    ></i>
  </section>`
}

/** Places by language, the page's first, then by hypes. */
function rankCandidates(
  { locale }: PageContext,
  candidates: readonly EventSummary[],
): Map<EventSummary, number> {
  const isForeign = ({ language }: EventSummary) => Number(language !== locale)
  const ranked = candidates.toSorted(
    (a, b) => isForeign(a) - isForeign(b) || b.hype_count - a.hype_count,
  )
  return new Map(ranked.map((event, rank) => [event, rank]))
}

function findPlace<Row>(board: Board<Row>, row: Row): '' | 'last' | undefined {
  if (!board.rows.includes(row)) return undefined
  return row === board.last ? 'last' : ''
}

function boardHead({ locale }: PageContext, day: string): Html {
  return html`<div class="tonight-head">
    <h2 id="tonight">
      <span class="night-on">${m.home_tonight()}</span>
      <span class="night-none">${m.home_tonight_none()}</span>
    </h2>
    <p class="quiet tonight-date">
      <span class="board-day">${day}</span> ·
      <span data-time-format="zone">${utcZoneName(locale)}</span>
    </p>
  </div>`
}

function weekStrip({ locale }: PageContext, reader: TimeContext): Html {
  const days = listNightDays(reader)
  return html`<nav class="week-strip" aria-label="${m.home_week()}" data-time-format="week">
    ${days.map((day) => {
      const path = paths.events(locale, { from: day, to: day })
      return html`<a href="${path}" data-zoned>
        <span>${dayText(day, reader, 'w')}</span>
        <b class="display figures">${Number(day.slice(8))}</b>
      </a>`
    })}
  </nav>`
}

/** The number is that of the list. */
function moreLink({ locale }: PageContext, count: number, hidden: boolean): Html {
  const text = m.home_tonight_all({ count: '#' })
  return html`<p class="board-more" data-text="${text}" ${attributes({ hidden })}>
    <a href="${paths.events(locale, { range: 'tonight' })}" data-zoned>
      <span>${text.replace('#', formatCount(count, locale))}</span> ${icon('arrow', 18)}
    </a>
  </p>`
}
